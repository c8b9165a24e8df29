import type { Migration } from "#server/database/migration.ts";

/**
 * Reviews whose text is pending until staff decide, and the reports that caused it
 * (docs/product#contact-details-in-reviews).
 */
export const heldReviews: Migration = {
  name: "036-held-reviews",
  sql: `
    alter table review add column held boolean not null default false;
    alter table review_report
      add column by_rule boolean not null default false,
      add check (not by_rule or (account_id is null and not by_visitor));
  `,
};
