import { sql } from "kysely";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import { PlaceIndexBuilder } from "#domain/place-index/place-index-builder.ts";
import type { Database } from "#server/database/connect.ts";
import { dayKindOf, forecastByText, hoursTextOf } from "#server/opening/opening-hours.ts";
import { packedFlags, packedFlagsEnd, unpackFlags } from "./place-change-reader.ts";

/** Number of rows in a chunk: enough to hide the round trip, few enough to stay small in memory. */
const chunkSize = 50_000;

/** Time limit of a statement, for a database with a million places on a slow disk. */
const statementTimeoutMs = 120_000;

/**
 * Builds the place index from every place that is not deleted, unaccepted ones included.
 *
 * All chunks come from one snapshot. Cities are in the order of the home country's language. The index knows nothing of the time before its first `refreshOpenSchedules`.
 */
export async function loadPlaceIndex(
  database: Database,
  homeCountry?: string,
): Promise<PlaceIndex> {
  const builder = await database
    .transaction()
    .setAccessMode("read only")
    .setIsolationLevel("repeatable read")
    .execute(async (transaction) => {
      await sql.raw(`set local statement_timeout = ${statementTimeoutMs}`).execute(transaction);
      // Between two chunks a busy machine may take its time.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
      const builder = new PlaceIndexBuilder(
        await estimatePlaces(transaction),
        forecastByText,
        homeCountry,
        dayKindOf,
      );
      const schedules = await registerSchedules(transaction, builder);
      const registerFlags = await flagsRegister(transaction, builder);
      await closePlaces(transaction, builder);
      await setLikely(transaction, builder);
      for (let chunk = readChunk(transaction, 0); ; ) {
        const { packed, last_id } = await chunk;
        if (!packed) return builder;
        // The database reads the next ones while this process unpacks these.
        chunk = readChunk(transaction, last_id);
        chunk.catch(() => {});
        unpackPlaces(packed, builder, schedules, registerFlags);
      }
    });
  // Sorting takes seconds, and needs no connection.
  return builder.build();
}

/** About how many places there are, and hardly less: counting a million takes as long as reading a tenth of them. */
async function estimatePlaces(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select reltuples::int as count from pg_class where oid = 'place'::regclass`.execute(database);
  return Math.ceil(rows[0].count * 1.02) + 1_000;
}

/** Tells the builder which places are closed for now; those whose time is over are forgotten by its index. */
async function closePlaces(database: Database, builder: PlaceIndexBuilder): Promise<void> {
  const rows = await database
    .selectFrom("place")
    .select(["id", "closed_until"])
    .where("closed_until", "is not", null)
    .where("deleted_at", "is", null)
    .execute();
  for (const { id, closed_until } of rows) {
    if (closed_until !== null) builder.closePlace(id, closed_until.getTime());
  }
}

/** Number of places with observations that are read at once. */
const likelyAtOnce = 10_000;

/** Tells the builder what visitors found at places. */
async function setLikely(database: Database, builder: PlaceIndexBuilder): Promise<void> {
  for (let lastId = 0; ; ) {
    const rows = await database
      .selectFrom("place")
      .innerJoin("schedule", "schedule.id", "schedule_id")
      .select(["place.id", "country", "likely", "time_zone"])
      .where("likely", "is not", null)
      .where("deleted_at", "is", null)
      .where("place.id", ">", lastId)
      .orderBy("place.id")
      .limit(likelyAtOnce)
      .execute();
    for (const { id, country, likely, time_zone } of rows) {
      builder.setLikely(id, { runs: likely ?? [], country }, time_zone);
      lastId = id;
    }
    if (rows.length < likelyAtOnce) return;
  }
}

/** Number of schedules that are read at once: as rows they take ten times the memory that they do in the index. */
const schedulesAtOnce = 5_000;

/** The builder's number of each schedule, by its id in the database. */
async function registerSchedules(database: Database, builder: PlaceIndexBuilder) {
  const numbers = new Map<number, number>();
  for (let lastId = 0; ; ) {
    const rows = await database
      .selectFrom("schedule")
      .select(["id", "time_zone", "hours_text", "hours_country", "hours_position"])
      .select(sql<string>`array_to_string(opening_times, '|')`.as("week"))
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(schedulesAtOnce)
      .execute();
    for (const row of rows) {
      const openingTimes = row.week.split("|");
      const schedule = { openingTimes, timeZone: row.time_zone, hours: hoursTextOf(row) };
      numbers.set(row.id, builder.registerSchedule(schedule));
      lastId = row.id;
    }
    if (rows.length < schedulesAtOnce) return numbers;
  }
}

/** Gives the builder's number of a place's flags, by its packed columns and the id of its set of facts. */
async function flagsRegister(database: Database, builder: PlaceIndexBuilder) {
  const rows = await database.selectFrom("fact_set").selectAll().execute();
  const sets = new Map(rows.map(({ id, facts }) => [id, facts]));
  const numbers = new Map<number, number>();
  return (packed: number, factSetId: number): number => {
    const key = factSetId * packedFlagsEnd + packed;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const number = builder.registerFlags(unpackFlags(packed, sets.get(factSetId) ?? {}));
    numbers.set(key, number);
    return number;
  };
}

/** The next places by id, packed as `unpackPlaces` reads them; a million rows would be a million objects. */
async function readChunk(database: Database, afterId: number) {
  const { rows } = await sql<{ packed: Buffer | null; last_id: number }>`
    select max(id) as last_id, string_agg(
      int4send(id) || float8send(longitude) || float8send(latitude) || int4send(flags)
        || int4send(schedule_id) || int4send(fact_set_id) || timestamptz_send(added) || int8send(rating_sum)
        || int4send(rating_count) || int4send(length(city_bytes)) || city_bytes,
      ''::bytea) as packed
    from (
      select id, longitude, latitude, schedule_id, fact_set_id, added, rating_sum, rating_count,
        ${packedFlags} as flags,
        textsend(city) as city_bytes
      from place where id > ${afterId} and deleted_at is null
      order by id limit ${chunkSize}
    ) as chunk`.execute(database);
  return rows[0];
}

/** PostgreSQL's binary timestamps count from the year 2000. */
const postgresEpochMicros = Date.UTC(2000, 0, 1) * 1000;

const uint32Size = 2 ** 32;

/**
 * Adds packed places to the builder. A place is, big-endian: id (int4), longitude and latitude (float8), packed flags
 * (int4), schedule id (int4), id of its set of facts (int4), added (int8, microseconds since 2000), rating sum
 * (int8), rating count (int4), length of the city in bytes (int4), city (UTF-8).
 *
 * @param schedules the builder's number of each schedule, by its id in the database
 */
function unpackPlaces(
  packed: Buffer,
  builder: PlaceIndexBuilder,
  schedules: ReadonlyMap<number, number>,
  registerFlags: (packed: number, factSetId: number) => number,
): void {
  /** Cities of this chunk, by the hash of their bytes: where their bytes are, and their number. */
  const cities = new Map<number, Piece & { readonly number: number }>();
  for (let at = 0; at < packed.length; ) {
    const cityStart = at + 52 + 4;
    const cityEnd = cityStart + packed.readInt32BE(at + 52);
    builder.addPacked(
      packed.readInt32BE(at),
      packed.readDoubleBE(at + 4),
      packed.readDoubleBE(at + 12),
      registerFlags(packed.readInt32BE(at + 20), packed.readInt32BE(at + 28)),
      schedules.get(packed.readInt32BE(at + 24))!,
      registerCity(cityStart, cityEnd),
      readInt64(at + 32) + postgresEpochMicros,
      readInt64(at + 40),
      packed.readInt32BE(at + 48),
    );
    at = cityEnd;
  }

  function readInt64(at: number): number {
    return packed.readInt32BE(at) * uint32Size + packed.readUInt32BE(at + 4);
  }

  /** Looks a city up by its bytes, so that a name is decoded once a chunk. */
  function registerCity(start: number, end: number): number {
    const hash = hashOf(packed, start, end);
    const known = cities.get(hash);
    if (known !== undefined && areEqual(packed, known, { start, end })) return known.number;
    const number = builder.registerCity(packed.toString("utf8", start, end));
    cities.set(hash, { start, end, number });
    return number;
  }
}

interface Piece {
  readonly start: number;
  readonly end: number;
}

function areEqual(bytes: Buffer, one: Piece, other: Piece): boolean {
  const length = one.end - one.start;
  if (other.end - other.start !== length) return false;
  for (let at = 0; at < length; at++) {
    if (bytes[one.start + at] !== bytes[other.start + at]) return false;
  }
  return true;
}

/** A number of 32 bits that differs for almost all different bytes (FNV-1a). */
function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
  return hash;
}
