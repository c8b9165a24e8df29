import type { Migration } from "#server/database/migration.ts";

/**
 * Text of a review at the time of its report, while the report is pending and the review exists
 * (docs/product#reported-reviews).
 */
export const reportedTexts: Migration = {
  name: "032-reported-texts",
  sql: `
    alter table review_report add column said jsonb;

    create function forget_reported_text() returns trigger language plpgsql as $body$
    begin
      update review_report set said = null where review_id = old.id and said is not null;
      return old;
    end $body$;
    create trigger forget_reported_text before delete on review
      for each row execute function forget_reported_text();
  `,
};
