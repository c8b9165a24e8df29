import { sql } from "kysely";
import { connectDatabase, type Database } from "#server/database/connect.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { ensureFactColumns } from "#server/database/fact-sets.ts";
import { migrate } from "#server/database/migrate.ts";
import { renewObserved } from "#server/feedback/observations.ts";
import { ensureSchedules, hoursAt } from "#server/opening/opening-hours.ts";
import { derivePlaceColumns } from "#server/places/place-row.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { type GeneratedPlace, generatePlaces } from "../generate-places.ts";

const batchSize = 10_000;

/**
 * Fills a new data directory with generated places, in the state that a product which has run for
 * a while leaves: statistics gathered, tables vacuumed, database stopped cleanly.
 *
 * Ratings are written as sums; the trigger that keeps them would need every review.
 *
 * @param observations number of those of each place
 */
export async function loadPlaces(
  dataDirectory: string,
  count: number,
  stop?: AbortSignal,
  observations = 0,
): Promise<void> {
  await using postgres = await startEmbeddedPostgres({ dataDirectory, log: silentLog });
  await using database = connectDatabase(postgres.connection, {
    log: silentLog,
    maxConnections: 1,
    statementTimeoutMs: 300_000,
  });
  await migrate(database);
  await fillDatabase(database, count, stop);
  if (observations > 0) await observePlaces(database, count, observations);
  await sql`vacuum (freeze, analyze)`.execute(database);
}

/** Adds so many observations of each place, of the last months, at any hour of the day. */
async function observePlaces(
  database: Database,
  count: number,
  observations: number,
): Promise<void> {
  for (let first = 1; first <= count; first += batchSize) {
    await sql`
      insert into observation (place_id, asked, answer, on_day, day_kind, hour)
      select place_id, 'open', (place_id + number) % 5 <> 0, day,
        case extract(isodow from day) when 6 then 'saturday' when 7 then 'sunday' else 'workday' end,
        8 + (place_id * 7 + number * 5) % 12
      from generate_series(${first}::int, least(${first + batchSize - 1}::int, ${count}::int)) as place_id,
        generate_series(1, ${observations}::int) as number,
        lateral (select current_date - (number * 11 + place_id % 7) as day) as seen`.execute(
      database,
    );
  }
  await sql`update place set observed_until = 'epoch'`.execute(database);
  await renewObserved({ database, now: () => new Date() });
}

async function fillDatabase(database: Database, count: number, stop?: AbortSignal): Promise<void> {
  await sql`set synchronous_commit = off`.execute(database);
  for (const batch of batchesOf(generatePlaces(count), batchSize)) {
    stop?.throwIfAborted();
    await insertPlaces(database, batch);
  }
  await sql`select setval(pg_get_serial_sequence('place', 'id'), ${count}::int)`.execute(database);
}

function* batchesOf<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function insertPlaces(database: Database, places: readonly GeneratedPlace[]): Promise<void> {
  const scheduleIds = await ensureSchedules(
    database,
    places.map((place) => ({ ...place, hours: hoursAt(place.hoursText, place) })),
  );
  const factColumns = await ensureFactColumns(
    database,
    places.map(({ facts }) => facts),
  );
  const derived = places.map(derivePlaceColumns);
  const column = <Value>(of: (place: GeneratedPlace) => Value) => places.map(of);
  await sql`
    insert into place (id, country, city, address, price, comments, accessible, public, accepted,
      longitude, latitude, schedule_id, fact_set_id, dup_key, search_key, added, rating_sum,
      rating_count, opening_hours, opening_hours_complete)
    select id, country, city, address, price, comments, accessible, public, accepted,
      longitude, latitude, schedule_id, fact_set_id, dup_key, search_key, to_timestamp(added_seconds),
      rating_sum, rating_count, opening_hours, case when opening_hours is not null then false end
    from unnest(
      ${column(({ id }) => id)}::int[],
      ${column(({ country }) => country)}::text[],
      ${column(({ city }) => city)}::text[],
      ${column(({ address }) => address)}::text[],
      ${column(({ price }) => price)}::numeric[],
      ${column(({ comments }) => comments)}::text[],
      ${column(({ accessible }) => accessible)}::boolean[],
      ${column((place) => place.public)}::boolean[],
      ${column(({ accepted }) => accepted)}::boolean[],
      ${column(({ longitude }) => longitude)}::float8[],
      ${column(({ latitude }) => latitude)}::float8[],
      ${scheduleIds}::int[],
      ${factColumns.map(({ fact_set_id }) => fact_set_id)}::int[],
      ${derived.map(({ dup_key }) => dup_key)}::text[],
      ${derived.map(({ search_key }) => search_key)}::text[],
      ${column(({ addedMicros }) => addedMicros / 1e6)}::float8[],
      ${column(({ ratings }) => ratings.reduce((sum, rating) => sum + rating, 0))}::bigint[],
      ${column(({ ratings }) => ratings.length)}::int[],
      ${column(({ hoursText }) => hoursText)}::text[]
    ) as loaded (id, country, city, address, price, comments, accessible, public, accepted,
      longitude, latitude, schedule_id, fact_set_id, dup_key, search_key, added_seconds, rating_sum,
      rating_count, opening_hours)`.execute(database);
}
