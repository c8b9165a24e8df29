import type { Migration } from "#server/database/migration.ts";

/**
 * Tables of confirmations, reports and corrections of addresses.
 *
 * Account ids are text without a foreign key, as in reviews. They are null once the account is
 * deleted: a report stays true without the name.
 */
export const contributions: Migration = {
  name: "003-contributions",
  sql: `
    -- 'Still true', once a person, place and day of the place's own clock.
    create table confirmation (
      place_id int not null references place (id) on delete cascade,
      account_id text not null,
      on_day date not null,
      at timestamptz not null default clock_timestamp(),
      primary key (place_id, account_id, on_day)
    );
    create index confirmation_account_id on confirmation (account_id);

    create table report (
      id int generated always as identity primary key,
      place_id int not null references place (id) on delete cascade,
      account_id text,
      reason text not null check (reason in ('closed', 'hours', 'position', 'other')),
      text text not null default '' check (char_length(text) <= 2000),
      on_day date not null,
      at timestamptz not null default clock_timestamp(),
      resolved_at timestamptz,
      resolved_by text,
      -- Once a person, place and day; null account ids do not collide.
      unique (place_id, account_id, on_day)
    );
    create index report_account_id on report (account_id) where account_id is not null;
    create index report_waiting on report (at, id) where resolved_at is null;

    create table correction (
      id int generated always as identity primary key,
      account_id text,
      action text not null,
      reason text not null,
      longitude double precision not null check (longitude between -180 and 180),
      latitude double precision not null check (latitude between -90 and 90),
      changes jsonb not null,
      place_name text not null,
      at timestamptz not null default clock_timestamp(),
      resolved_at timestamptz,
      resolved_by text
    );
    create index correction_account_id on correction (account_id) where account_id is not null;
    create index correction_waiting on correction (at, id) where resolved_at is null;
  `,
};
