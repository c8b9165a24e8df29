import type { Migration } from "#server/database/migration.ts";

/**
 * What a review said when it was reported, as long as the report waits and the review is there
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
