import type { Migration } from "#server/database/migration.ts";

/** Time of an import that says that a place is private, where people have said otherwise (docs/product#doubt). */
export const privateReports: Migration = {
  name: "037-private-reports",
  sql: `
    alter table place add column private_reported timestamptz;
  `,
};
