import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addGeneratedPlaces } from "./database/add-generated-places.ts";
import { addPlaces } from "./database/add-places.ts";

/** Rows of each table in SQL order, without the numbers of the cluster's transactions. */
export async function contentsOf(database: Database): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`.execute(
    database,
  );
  const contents: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(found) - 'changed_in')::text as row from ${sql.table(name)} as found
      order by 1`.execute(database);
    contents[name] = rows.map(({ row }) => row);
  }
  return contents;
}

/** Next id of each counter, and the definitions of everything in our schema, however they are indented. */
export async function shapeOf(database: Database) {
  const { rows: sequences } = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = 'public' order by 1`.execute(
    database,
  );
  const next: Record<string, number> = {};
  for (const { name } of sequences) {
    const { rows } = await sql<{ next: number }>`
      select last_value + is_called::int as next from ${sql.table(name)}`.execute(database);
    next[name] = rows[0].next;
  }
  const { rows } = await sql<{ definition: string }>`
    with own as (
      select oid, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
    )
    select definition from (
      select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attcollation::regcollation,
        attnotnull, attidentity, pg_get_expr(adbin, adrelid)) as definition
      from pg_attribute join own on own.oid = attrelid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
      union all select concat_ws(' ', relname, relpersistence) from pg_class
        where oid in (select oid from own)
      union all select concat_ws(' ', relname, conname, pg_get_constraintdef(pg_constraint.oid))
        from pg_constraint join own on own.oid = conrelid
        -- Those are with the columns, and older versions of PostgreSQL do not list them.
        where contype <> 'n'
      union all select concat_ws(' ', tgenabled, pg_get_triggerdef(pg_trigger.oid))
        from pg_trigger join own on own.oid = tgrelid where not tgisinternal
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select regexp_replace(pg_get_functiondef(pg_proc.oid), '\\s+', ' ', 'g') from pg_proc
        where pronamespace = 'public'::regnamespace and not exists (
          select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    ) as found order by definition collate "C"`.execute(database);
  return { next, definitions: rows.map(({ definition }) => definition) };
}

/** Rows in every table with unusual values, with all characters that could break a line of text. */
export async function fillTables(database: Database): Promise<void> {
  await addGeneratedPlaces(database, 200);
  const accountId = await addAccount(database, "anna@example.org");
  await addAccount(database, "bela@example.org");
  const [id] = await addPlaces(database, [{ comments: "ő\t\\N\\.\n\r\\\\ '\"\u{1f6bd} \u0001" }]);
  await sql`insert into review (place_id, user_id, rating, text)
    values (${id}, ${accountId}, 5, ${"\\.\n\\N"})`.execute(database);
  await sql`insert into audit (action, detail, at)
    values ('x', '{"a": "\\n"}', '2026-01-01 00:00:00.000001+00'), ('y', null, 'infinity')`.execute(
    database,
  );
  await sql`delete from audit where action = 'y'`.execute(database);
  await sql`insert into rate_limit (key, attempts, allowed, expires_at)
    values ('k', array[now(), '2026-01-01'], true, now())`.execute(database);
  await sql`insert into extract (name, digest, bounds) values ('hungary', 'd', '(22.9,48.6),(16.1,45.7)')`.execute(
    database,
  );
  await sql`insert into street (extract_id, name, longitude, latitude, bounds, search_key, name_key)
    select id, 'Fő utca', 19.123456789012345, 1e-300, bounds, '', '' from extract`.execute(
    database,
  );
  await sql`insert into mail (kind, receiver, subject, text, html, link, not_after)
    values ('reset', 'anna@example.org', 's', 't', 'h', 'https://x', now())`.execute(database);
  await sql`insert into report (place_id, account_id, reason, on_day)
    values (${id}, ${accountId}, 'closed', '2026-11-22')`.execute(database);
  await sql`insert into left_out_element (osm_id) values ('node/1')`.execute(database);
  await sql`insert into visitor_mark (mark) values ('\\x01')`.execute(database);
}
