import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "./connect.ts";
import { latinKey } from "./latin-key.ts";

/** All that a new database gets. */
export const schema = readFileSync(join(import.meta.dirname, "schema.sql"), "utf8");

/** A function of the schema and its trigger, also for a database that has former ones. */
function functionWithTrigger(name: string): string {
  const statements = `create function ${name}\\(\\)[^]*?\ncreate trigger ${name} [^;]*;`;
  const [text = ""] = new RegExp(statements).exec(schema) ?? [];
  return text.replaceAll(/^create /gm, "create or replace ");
}

/**
 * Step by which a database that was made before gets to the present `schema.sql`.
 *
 * A restored backup has its rows in tables of the present schema already: so statements say
 * `if not exists` and `or replace`. A step is never changed once released.
 */
export interface Migration {
  /** Number and subject: it decides the order and is recorded in the database. */
  readonly name: string;
  readonly sql: string;
  /** Work beyond SQL after the statements, in their transaction. */
  run?(transaction: Database): Promise<void>;
}

/** Last migration of the oldest version whose databases and backups are taken. */
export const oldestMigration = "038-landmarks";

/** Commit of that version, as operators name it to git and `npm run upgrade`. */
export const oldestVersion = "4f576bcd";

export const migrations: readonly Migration[] = [
  {
    name: "039-street-settlement",
    sql: `
      drop index if exists street_settlement;
      create index street_settlement on street (settlement_id);`,
  },
  // Search keys of places in another script are by Latin letters too, in a further line.
  { name: "040-latin-place-keys", sql: "", run: addLatinKeys },
  {
    // Of the former number of visitors' addresses one day is certain.
    name: "041-limits-of-people",
    sql: `
      ${functionWithTrigger("release_texts")}
      update place set visitor_confirmations = 1 where visitor_confirmations > 1;`,
  },
  {
    name: "042-opened-by-staff",
    sql: "alter table place add column if not exists opened_by_staff timestamptz;",
  },
  {
    name: "043-refuted-reports",
    sql: `
      alter table review_report add column if not exists refuted boolean not null default false;
      create index if not exists review_report_refuted on review_report (at) where refuted;`,
  },
  {
    name: "044-reports-by-place",
    sql: `
      alter table report add column if not exists opened boolean not null default false;
      update report set opened = true from audit
        where outcome = 'done' and counted_as is null and audit.place_id = report.place_id
          and action = 'open-place' and audit.actor = resolved_by
          and audit.at between resolved_at - interval '1 minute' and resolved_at + interval '1 minute';
      create index if not exists report_decided on report (account_id)
        include (outcome, resolved_by)
        where account_id is not null and outcome is not null and not opened;
      alter table mail add column if not exists decision text;
      create index if not exists mail_decision on mail (decision) where decision is not null;`,
  },
  {
    name: "045-undo-copies",
    sql: `
      create unlogged table if not exists undo_copy (
        decision text primary key,
        account_id text,
        decided_by text not null,
        at timestamptz not null,
        content jsonb not null
      );`,
  },
  {
    name: "046-names-by-language",
    sql: ["settlement", "street"]
      .map(
        (table) => `
      alter table ${table} add column if not exists names jsonb;
      update ${table} set names = jsonb_strip_nulls(
          jsonb_build_object('hu', name_hu, 'en', name_en, 'de', name_de))
        where coalesce(name_hu, name_en, name_de) is not null and names is null;`,
      )
      .join(""),
  },
  {
    name: "047-source-lists",
    sql: `
      alter table place add column if not exists listed jsonb;
      create index if not exists place_listed on place (id) where listed is not null;
      alter table place_edit add column if not exists list text;
      create table if not exists source_list (
        name text primary key,
        title text not null,
        licence text not null,
        attribution text not null,
        link text not null default '',
        allows_passing_on boolean not null default false,
        mapping jsonb not null,
        file_name text not null default '',
        address text,
        etag text,
        last_modified text,
        checked_at timestamptz,
        failure jsonb,
        added timestamptz not null default database_clock()
      );
      create table if not exists list_import (
        id int generated always as identity primary key,
        list text references source_list (name) on delete cascade,
        file_name text not null,
        file bytea,
        read jsonb,
        mapping jsonb,
        state text not null default 'reading' check (
          state in ('reading', 'preview', 'waiting', 'running', 'done', 'failed', 'undoing', 'undone')
        ),
        by_itself boolean not null default false,
        failure jsonb,
        started_by text,
        at timestamptz not null default database_clock(),
        ended_at timestamptz
      );
      create index if not exists list_import_list on list_import (list);
      create index if not exists list_import_started_by on list_import (started_by) where started_by is not null;
      create table if not exists list_row (
        id int generated always as identity primary key,
        import_id int not null references list_import (id) on delete cascade,
        line int not null,
        key text not null,
        kind text not null check (kind in ('new', 'here', 'look', 'left-out')),
        reason text,
        place_id int references place (id) on delete set null,
        near int[] not null default '{}',
        row jsonb not null,
        fields jsonb,
        is_changing boolean not null default false,
        outcome text check (outcome in ('added', 'changed', 'same', 'left-out', 'undone')),
        decided_by text,
        decided_at timestamptz,
        undo jsonb
      );
      create index if not exists list_row_kind on list_row (import_id, kind, line);
      create index if not exists list_row_place_id on list_row (place_id) where place_id is not null;
      create index if not exists list_row_waiting on list_row (import_id, id) where kind = 'look' and outcome is null;
      create index if not exists list_row_decided_by on list_row (decided_by) where decided_by is not null;
      create table if not exists listed_place (
        list text not null references source_list (name) on delete cascade,
        key text collate "C" not null,
        place_id int references place (id) on delete set null,
        fields jsonb not null,
        last_import int not null,
        primary key (list, key)
      );
      create index if not exists listed_place_place_id on listed_place (place_id) where place_id is not null;`,
  },
  {
    name: "048-observations",
    sql: `
      alter table place
        add column if not exists likely jsonb,
        add column if not exists observed_open int not null default 0,
        add column if not exists observed_closed int not null default 0,
        add column if not exists observed_until date,
        add column if not exists observed_since date,
        add column if not exists visitor_facts jsonb;
      create index if not exists place_likely on place (id) where likely is not null;
      create index if not exists place_observed_until on place (observed_until)
        where observed_until is not null;
      create table if not exists observation (
        id bigint generated always as identity primary key,
        place_id int not null references place (id) on delete cascade,
        asked text not null check (asked in ('open', 'free', 'accessible', 'public', 'changing_table')),
        answer boolean not null,
        on_day date not null,
        day_kind text not null check (day_kind in ('workday', 'saturday', 'sunday')),
        hour smallint not null check (hour between 0 and 23),
        trusted boolean not null default false,
        account_id text,
        mark bytea,
        unique (place_id, asked, account_id, on_day),
        unique (place_id, asked, mark),
        check (account_id is null or mark is null)
      );
      create index if not exists observation_account_id on observation (account_id)
        where account_id is not null;
      create index if not exists observation_marked on observation (id) where mark is not null;
      create index if not exists observation_on_day on observation (on_day);
      create table if not exists completeness_week (
        week date primary key,
        places int not null,
        hours int not null,
        price int not null,
        access int not null
      );
      create table if not exists place_view (
        week date not null,
        place_id int not null references place (id) on delete cascade,
        views int not null,
        primary key (week, place_id)
      );
      create index if not exists place_view_place_id on place_view (place_id);
      alter table report drop constraint if exists report_reason_check;
      alter table report add constraint report_reason_check check (
        reason in (
          'closed', 'out-of-order', 'closed-until', 'hours', 'position', 'other',
          'found-closed', 'contradiction'
        )
      );`,
  },
];

/** Places in one statement. */
const batchSize = 1_000;

async function addLatinKeys(database: Database): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; search_key: string }>`
      select id, search_key from place where id > ${last} and search_key ~ '[^[:ascii:]]'
      order by id limit ${batchSize}`.execute(database);
    if (rows.length === 0) return;
    last = rows[rows.length - 1].id;
    const others = rows.flatMap(({ id, search_key }) => {
      const key = search_key.split("\n")[0];
      const latin = latinKey(key);
      return latin === null ? [] : [{ id, key: `${key}\n${latin}` }];
    });
    await sql`
      update place set search_key = latin.key
      from unnest(${others.map(({ id }) => id)}::int[], ${others.map(({ key }) => key)}::text[])
        as latin (id, key)
      where place.id = latin.id and place.search_key <> latin.key`.execute(database);
  }
}
