import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import { connectDatabase } from "#server/database/connect.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { followPlaceChanges } from "./follow-place-changes.ts";
import { loadPlaceIndex } from "./load-place-index.ts";
import { readHorizon } from "./place-change-reader.ts";

/* What a turn costs; that there are turns is in follow-place-changes.integration.test.ts. */

const count = 100_000;
const maxPauseMs = 50;

/** Processor time of this thread, in milliseconds: that of other processes counts for nothing here. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Longest turns of the event loop, in processor time, while something is done. */
async function longestTurns(work: () => Promise<void>): Promise<number[]> {
  const turns: number[] = [];
  let isOver = false;
  let beganAt = cpuMs();
  const turn = () => {
    const endedAt = cpuMs();
    turns.push(endedAt - beganAt);
    beganAt = endedAt;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return turns.sort((a, b) => b - a).slice(0, 5);
}

test("a hundred thousand places that one transaction changes leave the event loop free", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  const [first] = await addPlaces(database, [{}]);
  // An import has no limit to its statements either.
  const patient = connectDatabase(db.connection, {
    log: silentLog,
    maxConnections: 1,
    statementTimeoutMs: 240_000,
  });
  onTestFinished(() => patient.destroy());
  await sql`
    insert into place (country, city, address, comments, accessible, public, accepted, longitude,
      latitude, schedule_id, dup_key, search_key)
    select country, 'Város ' || number % 3000, 'utca ' || number, '', false, true, true,
      16 + 6 * random(), 46 + 2 * random(), schedule_id, 'key ' || number, ''
    from place, generate_series(2, ${count}::int) as number where id = ${first}`.execute(patient);
  const since = await readHorizon(database);
  const placeIndex = await loadPlaceIndex(database);
  placeIndex.refreshOpenSchedules(new Date());
  const changed: number[] = [];
  await using feed = followPlaceChanges({
    database,
    placeIndex,
    now: () => new Date(),
    log: silentLog,
    since,
    intervalMs: 600_000,
  });
  feed.subscribe((ids) => changed.push(...(ids ?? [])));
  // Everything by which places are found and ordered, with as many new cities as an import can bring.
  await sql`
    update place set longitude = longitude + 0.01, accessible = true, rating_sum = 100 + id % 400,
      rating_count = 100, city = 'Falu ' || id % 5000`.execute(patient);
  const turns = await longestTurns(() => feed.catchUp());
  const indexQuery = { includeUnknown: false, includeUnaccepted: false, bbox: null };
  const filters = { ...noFilters, accessible: true };
  expect(placeIndex.count({ ...indexQuery, filters }).total).toBe(count);
  expect(new Set(changed).size).toBe(count);
  expect(turns[0], `longest turns in ms: ${turns.map(Math.round)}`).toBeLessThan(maxPauseMs);
}, 300_000);
