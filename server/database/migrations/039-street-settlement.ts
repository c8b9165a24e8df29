import type { Migration } from "#server/database/migration.ts";

/** Index of streets by settlement alone: an entry has room for 2,704 bytes, and a street may have a hundred names. */
export const streetSettlement: Migration = {
  name: "039-street-settlement",
  sql: `
    drop index street_settlement;
    create index street_settlement on street (settlement_id);
  `,
};
