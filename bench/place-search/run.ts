import { sql } from "kysely";
import { pino } from "pino";
import { openDatabase } from "#server/database/open-database.ts";
import { createOwnPlaces } from "#server/geo/own-places.ts";
import { loadPlaceIndex } from "#server/places/feed/load-place-index.ts";
import { describeMachine, percentile } from "../figures.ts";
import { temporaryDirectory, withResource } from "../resources.ts";
import { loadPlaces } from "../serving/load-places.ts";

const placeCount = 1_000_000;
const rounds = 20;
/** Rare and common words, finished and not; the last ones are borne by half of all places. */
const texts = [
  "Fő tér 12",
  "Kossuth Lajos utca 7",
  "kossuth",
  "Kos",
  "pelenkázó",
  "ticket office",
  "Petőfi u",
  "qwertzuiop",
  "ter",
  "utca",
  "Kossuth L. u. 1",
];
const point = [19.04, 47.498] as const;

const machine = describeMachine();
const log = pino({ level: "warn" });

await withResource(temporaryDirectory(), async ({ path }) => {
  await loadPlaces(path, placeCount);
  await withResource(
    openDatabase({ databaseUrl: null, dataDirectory: path }, log),
    async ({ database }) => {
      const placeIndex = await loadPlaceIndex(database);
      // No limit of time: what takes too long is to be seen.
      const places = createOwnPlaces({ database, placeIndex, log, timeLimitMs: 30_000 });
      const { rows } = await sql<{ size: string }>`
        select pg_size_pretty(pg_relation_size('place_words')) as size`.execute(database);
      console.log(
        `\n## Search among ${placeCount.toLocaleString("en")} own places\n\n${machine}\n`,
      );
      console.log(`Index of words: ${rows[0]?.size}.\n`);
      console.log("| ms | found | least | median | p95 |\n|---|--:|--:|--:|--:|");
      for (const text of texts) {
        for (const near of [null, point]) {
          const name = `'${text}'${near ? ", near a point" : ""}`;
          await report(name, () => places.find(text, { near, limit: 8 }));
        }
      }
    },
  );
});

async function report(name: string, ask: () => Promise<readonly unknown[]>): Promise<void> {
  const timesMs: number[] = [];
  let found = 0;
  for (let round = 0; round < rounds; round++) {
    const startedAtMs = performance.now();
    found = (await ask()).length;
    timesMs.push(performance.now() - startedAtMs);
  }
  const figures = [0, 0.5, 0.95].map((share) => percentile(timesMs, share).toFixed(1));
  console.log(`| ${name} | ${found} | ${figures.join(" | ")} |`);
}
