import type { Migration } from "#server/database/migration.ts";

/**
 * Reports of an import: a place is gone in OpenStreetMap, and stays here
 * (docs/product#removal-in-openstreetmap).
 */
export const goneReports: Migration = {
  name: "029-gone-reports",
  sql: `
    alter table report add column by_import boolean not null default false
      check (not by_import or (account_id is null and not by_visitor));
  `,
};
