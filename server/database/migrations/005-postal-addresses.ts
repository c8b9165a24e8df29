import type { Migration } from "#server/database/migration.ts";

/** The rest of the address that someone gives with a new place. Neither makes two places different. */
export const postalAddresses: Migration = {
  name: "005-postal-addresses",
  sql: `
    alter table place
      -- Both empty where nobody has said.
      add column county text not null default '',
      add column postcode text not null default '';
  `,
};
