import type { Migration } from "#server/database/migration.ts";

/**
 * Reports that a review names a person, whose text staff have kept as it was reported
 * (docs/product#texts-that-name-a-person).
 */
export const refutedReports: Migration = {
  name: "043-refuted-reports",
  sql: `
    alter table review_report add column refuted boolean not null default false;
    -- A visitor's report is looked up with those of its day.
    create index review_report_refuted on review_report (at) where refuted;
  `,
};
