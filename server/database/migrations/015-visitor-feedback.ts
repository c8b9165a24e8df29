import type { Migration } from "#server/database/migration.ts";

/**
 * Confirmations and reports of visitors without an account (docs/decisions/030).
 *
 * The marks of addresses that have sent one today are in two separate tables, which are emptied
 * each day. They are unlogged: neither the write-ahead log nor a replica or a copy of the data
 * directory made by the database has them, and after a crash they are empty.
 */
export const visitorFeedback: Migration = {
  name: "015-visitor-feedback",
  sql: `
    alter table place add column visitor_confirmed timestamptz;
    alter table place add column visitor_confirmations int not null default 0
      check (visitor_confirmations >= 0);
    alter table report add column by_visitor boolean not null default false;
    alter table report add check (not by_visitor or account_id is null);

    -- At most one row: the key of a day (UTC).
    create unlogged table visitor_key (
      day date not null,
      key bytea not null check (octet_length(key) = 32)
    );
    create unique index visitor_key_one on visitor_key ((true));
    -- Digests by that key, with the number of times.
    create unlogged table visitor_mark (
      mark bytea primary key,
      times int not null default 1
    );
  `,
};
