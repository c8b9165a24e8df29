import type { Migration } from "#server/database/migration.ts";

/**
 * Texts of an account whose address is not confirmed, which wait until it is (docs/product#reviews-of-a-day), and
 * visitors' confirmations, of which the number is of days (docs/product#confirmation): of the former number of
 * addresses one day is certain.
 */
export const limitsOfPeople: Migration = {
  name: "041-limits-of-people",
  sql: `
    create function release_texts() returns trigger language plpgsql as $body$
    begin
      -- The places before the reviews, as every write locks them.
      perform from place where id in (select place_id from review where user_id = new.id and held)
        order by id for no key update;
      delete from review_report using review
        where review.id = review_id and user_id = new.id
          and by_rule and reason = 'spam' and resolved_at is null;
      update review set held = false where user_id = new.id and held and not exists (
        select from review_report where review_id = review.id and by_rule and resolved_at is null
      );
      return null;
    end $body$;
    create trigger release_texts after update of email_verified on account
      for each row when (new.email_verified and not old.email_verified)
      execute function release_texts();

    update place set visitor_confirmations = 1 where visitor_confirmations > 1;
  `,
};
