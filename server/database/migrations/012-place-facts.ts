import { sql } from "kysely";
import { factsOfTags } from "#domain/place/osm-tags.ts";
import { clipText } from "#domain/text/entered-text.ts";
import type { Database } from "#server/database/connect.ts";
import { ensureFactColumns } from "#server/database/fact-sets.ts";
import type { Migration } from "#server/database/migration.ts";

/**
 * Facts of places (docs/decisions/027): as distinct sets that places share, so that filters are
 * computed once a set, and the texts beside each place.
 *
 * Places of earlier versions start with the empty set. `accessible` and `public` are read too, also
 * where a process of the previous version, during a roll-out, still writes those alone; facts from
 * imports are added by {@link backfillFacts}.
 */
export const placeFacts: Migration = {
  name: "012-place-facts",
  sql: `
    create table fact_set (
      id int generated always as identity primary key,
      facts jsonb not null unique check (jsonb_typeof(facts) = 'object')
    );
    insert into fact_set (facts) values ('{}');
    alter table place
      add column fact_set_id int not null default 1 references fact_set (id),
      -- Facts that are texts; null without any.
      add column fact_texts jsonb;
  `,
  run: backfillFacts,
};

/** Places in one statement. */
const batchSize = 1_000;

/** Adds the facts of places that were imported before there were facts, from their stored tags. */
async function backfillFacts(database: Database): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; attributes: Record<string, string> }>`
      select id, attributes from place where id > ${last} and attributes is not null
      order by id limit ${batchSize}`.execute(database);
    if (rows.length === 0) return;
    last = rows[rows.length - 1].id;
    const columns = await ensureFactColumns(
      database,
      rows.map(({ attributes }) => factsOfTags(attributes, clipText)),
    );
    await sql`
      update place set fact_set_id = brought.fact_set_id, fact_texts = brought.fact_texts::jsonb
      from unnest(
        ${rows.map(({ id }) => id)}::int[],
        ${columns.map(({ fact_set_id }) => fact_set_id)}::int[],
        ${columns.map(({ fact_texts }) => fact_texts)}::text[]
      ) as brought (id, fact_set_id, fact_texts)
      where place.id = brought.id
        and (place.fact_set_id, place.fact_texts)
          is distinct from (brought.fact_set_id, brought.fact_texts::jsonb)`.execute(database);
  }
}
