import type { Migration } from "#server/database/migration.ts";

/**
 * Ids of reviews, reports of reviews, and the record of a review that staff removed
 * (docs/product#reported-reviews).
 */
export const reviewReports: Migration = {
  name: "019-review-reports",
  sql: `
    alter table review add column id int generated always as identity unique;

    create table review_report (
      id int generated always as identity primary key,
      -- Null once the review is gone.
      review_id int references review (id) on delete set null,
      place_id int not null references place (id) on delete cascade,
      -- Null after the account was deleted, and for a visitor without one.
      account_id text,
      by_visitor boolean not null default false check (not by_visitor or account_id is null),
      reason text not null
        check (reason in ('spam', 'insult', 'off-topic', 'personal-data', 'other')),
      text text not null default '' check (char_length(text) <= 1000),
      at timestamptz not null default clock_timestamp(),
      resolved_at timestamptz,
      resolved_by text,
      outcome text check (outcome in ('kept', 'removed'))
    );
    -- Once a person and review as long as it waits; null account ids do not collide.
    create unique index review_report_waiting on review_report (review_id, account_id)
      where resolved_at is null;
    create index review_report_review_id on review_report (review_id);
    create index review_report_place_id on review_report (place_id);
    create index review_report_account_id on review_report (account_id)
      where account_id is not null;

    -- What its author is told of a review that staff removed: not the text.
    create table removed_review (
      id int generated always as identity primary key,
      place_id int not null references place (id) on delete cascade,
      -- Author; null after the account was deleted.
      account_id text,
      reason text not null default '' check (char_length(reason) <= 1000),
      at timestamptz not null default clock_timestamp(),
      removed_by text
    );
    create index removed_review_place_id on removed_review (place_id);
    create index removed_review_account_id on removed_review (account_id)
      where account_id is not null;
  `,
};
