import type { Migration } from "#server/database/migration.ts";

/** Wrong codes of a second factor since the last right one, behind a right password (docs/decisions/039). */
export const wrongCodes: Migration = {
  name: "034-wrong-codes",
  sql: "alter table second_factor add column wrong_codes integer not null default 0;",
};
