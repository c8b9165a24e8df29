import type { Migration } from "#server/database/migration.ts";

/**
 * Message of staff about a decision on a reported review, for those who reported it
 * (docs/product#reported-reviews).
 */
export const reviewReportAnswers: Migration = {
  name: "020-review-report-answers",
  sql: `
    alter table review_report
      add column answer text not null default '' check (char_length(answer) <= 1000);
  `,
};
