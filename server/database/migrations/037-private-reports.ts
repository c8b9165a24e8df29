import type { Migration } from "#server/database/migration.ts";

/**
 * Time of an import by which a place is private, where contributions contradict
 * (docs/product#doubt).
 */
export const privateReports: Migration = {
  name: "037-private-reports",
  sql: `
    alter table place add column private_reported timestamptz;
  `,
};
