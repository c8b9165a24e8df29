import type { Migration } from "#server/database/migration.ts";

/**
 * Number of wrong codes of a second factor since the last right one, after a right password
 * (docs/decisions/039).
 */
export const wrongCodes: Migration = {
  name: "034-wrong-codes",
  sql: "alter table second_factor add column wrong_codes integer not null default 0;",
};
