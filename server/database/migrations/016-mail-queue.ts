import type { Migration } from "#server/database/migration.ts";

/**
 * Queue of mails (docs/decisions/032), the mail preferences of accounts, and the messages of staff
 * who decide on an account's contribution.
 */
export const mailQueue: Migration = {
  name: "016-mail-queue",
  sql: `
    -- Mails that wait to be handed over; none stays longer than not_after.
    create table mail (
      id bigint generated always as identity primary key,
      kind text not null,
      -- Bare address; empty in a decoy.
      receiver text not null,
      subject text not null,
      text text not null,
      html text not null,
      -- May be secret: whoever has it can set a password.
      link text,
      not_after timestamptz not null,
      attempts int not null default 0,
      -- While a process hands the mail over: when another one may take it.
      next_attempt_at timestamptz not null default clock_timestamp(),
      created_at timestamptz not null default clock_timestamp()
    );
    create index mail_next_attempt_at on mail (next_attempt_at);
    create index mail_receiver on mail (receiver);

    create table mail_wish (
      account_id text primary key references account (id) on delete cascade,
      -- Language of the mails, that of the page where the wish was made; null where none was made.
      language text,
      -- Whether the account hears what became of what it sent.
      outcomes boolean not null default false,
      -- How staff hear that something waits; null without a choice.
      waiting text check (waiting in ('at-once', 'daily', 'never')),
      -- Arrival up to which staff have heard of what waits, time of the last mail, and the last day of a daily one.
      told_until timestamptz not null default clock_timestamp(),
      mailed_at timestamptz,
      told_on date
    );

    -- What staff decided, and what they say about it; both empty before, and for earlier decisions.
    alter table report
      add column outcome text check (outcome in ('done', 'declined')),
      add column answer text not null default '' check (char_length(answer) <= 1000);
    alter table correction
      add column outcome text check (outcome in ('done', 'declined')),
      add column answer text not null default '' check (char_length(answer) <= 1000);
    -- Of a place that was deleted while it waited.
    alter table place
      add column declined_reason text check (char_length(declined_reason) <= 1000);
  `,
};
