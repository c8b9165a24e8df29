import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { latinKey } from "#server/database/latin-key.ts";
import type { Migration } from "#server/database/migration.ts";

/** Search keys of places in another script are by Latin letters too, in a further line. */
export const latinPlaceKeys: Migration = {
  name: "040-latin-place-keys",
  sql: "",
  run: addLatinKeys,
};

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
