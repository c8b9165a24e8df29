import type { Migration } from "#server/database/migration.ts";

/** County and postcode of a place. Neither makes two places different. */
export const postalAddresses: Migration = {
  name: "005-postal-addresses",
  sql: `
    alter table place
      -- Both empty where not known.
      add column county text not null default '',
      add column postcode text not null default '';
  `,
};
