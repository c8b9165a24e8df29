import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { encodePlaceTile } from "#domain/map/place-tile-format.ts";
import { feeOfPrice } from "#domain/place/place-fee.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import { PlaceIndexBuilder } from "#domain/place-index/place-index-builder.ts";
import type { PlaceQuery } from "#domain/place-index/place-query.ts";
import type { EntryChange, PlaceEntry } from "#domain/place-index/place-store.ts";
import { type GeneratedPlace, generatePlaces } from "../generate-places.ts";

const all: PlaceQuery = {
  filters: noFilters,
  includeUnknown: false,
  includeUnaccepted: false,
  bbox: null,
};
const filtered: PlaceQuery = {
  ...all,
  filters: { ...noFilters, accessible: true, free: true, open: true },
};
const budapest = { west: 18.9, south: 47.35, east: 19.3, north: 47.6 };
const village = { west: 18.05, south: 46.9, east: 18.08, north: 46.92 };
const ocean = { west: -40, south: -40, east: -30, north: -30 };

function toEntry(place: GeneratedPlace): PlaceEntry {
  const { ratings } = place;
  const ratingSum = ratings.reduce((sum, rating) => sum + rating, 0);
  return {
    ...place,
    fee: feeOfPrice(place.price),
    doubted: false,
    closedUntilMs: null,
    ratingSum,
    ratingCount: ratings.length,
  };
}

function report(name: string, result: string): void {
  console.log(`${name.padEnd(46)} ${result}`);
}

/** Reports median and 99th percentile of a call; what `prepare` does is not measured. */
function measure(
  name: string,
  runs: number,
  call: (run: number) => unknown,
  prepare: (run: number) => unknown = () => {},
): void {
  const timed = (run: number) => {
    prepare(run);
    const start = performance.now();
    call(run);
    return performance.now() - start;
  };
  for (let run = 0; run < 20; run++) timed(run);
  const times = Float64Array.from({ length: runs }, (_, run) => timed(run + 20)).sort();
  const at = (share: number) => times[Math.min(runs - 1, Math.floor(share * runs))];
  report(name, `${at(0.5).toFixed(3).padStart(9)} ${at(0.99).toFixed(3).padStart(9)}`);
}

function usedBytes(): number {
  globalThis.gc?.();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

function build(count: number): PlaceIndex {
  const builder = new PlaceIndexBuilder(count);
  for (const place of generatePlaces(count)) builder.add(toEntry(place));
  const start = performance.now();
  const index = builder.build();
  report("build: sorting, once", (performance.now() - start).toFixed(0).padStart(9));
  return index;
}

function benchmark(count: number): void {
  report(`\n### ${count} places`, "   p50 ms    p99 ms");
  const bytesBefore = usedBytes();
  const index = build(count);
  report("memory, bytes a place", ((usedBytes() - bytesBefore) / count).toFixed(1).padStart(9));
  const places = Array.from(generatePlaces(200, 7), toEntry);
  const entries = Array.from(generatePlaces(2_000), toEntry);
  measureMinute(index);
  measureTiles(index, entries[0]);
  measureLists(index, entries[0]);
  measureNearest(index, places);
  measureAlong(index);
  measureChanges(index, entries, count);
}

function measureMinute(index: PlaceIndex): void {
  const morning = Date.UTC(2026, 5, 15, 4);
  measure("a new quarter of an hour: open now", 60, (run) =>
    index.refreshOpenSchedules(new Date(morning + run * 900_000)),
  );
  index.refreshOpenSchedules(new Date(morning + 4 * 3_600_000));
}

function measureTiles(index: PlaceIndex, entry: PlaceEntry): void {
  for (const z of [0, 2, 5, 7, 10, 12, 14]) {
    const x = Math.floor(worldX(19.04) * 2 ** z);
    const y = Math.floor(worldY(47.498) * 2 ** z);
    const forget = (run: number) => z <= 2 && touch(index, entry, run);
    for (const [words, question] of [
      ["all", all],
      ["three filters", filtered],
    ] as const) {
      const call = () => encodePlaceTile(index.tile(z, x, y, question));
      measure(`tile z${z} with encoding, cold, ${words}`, 100, call, forget);
      if (z <= 2) measure(`tile z${z} with encoding, kept, ${words}`, 100, call);
    }
  }
}

/** Makes the index forget its kept answers. */
function touch(index: PlaceIndex, entry: PlaceEntry, run: number): void {
  index.apply([{ kind: "put", entry: { ...entry, accepted: run % 2 === 0 } }]);
}

function measureLists(index: PlaceIndex, entry: PlaceEntry): void {
  const forget = (run: number) => touch(index, entry, run);
  measure("count, cold", 100, () => index.count(filtered), forget);
  const questions = [
    ["all", all],
    ["three filters", filtered],
    ["Budapest", { ...all, bbox: budapest }],
    ["Budapest, three filters", { ...filtered, bbox: budapest }],
    ["village", { ...all, bbox: village }],
    ["nothing", { ...all, bbox: ocean }],
  ] as const;
  for (const [words, question] of questions) {
    const { total } = index.count(question);
    for (const sort of ["added-desc", "place-desc", "rating-desc"] as const) {
      const shallow = () => [index.count(question), index.page(question, sort, 0, 10)];
      measure(`count and first page, cold, ${words} (${total}), ${sort}`, 60, shallow, forget);
      const deep = () => index.page(question, sort, Math.max(0, total - 10), 10);
      measure(`last page, ${words}, ${sort}`, 60, deep);
    }
  }
}

function measureNearest(index: PlaceIndex, places: readonly PlaceEntry[]): void {
  const origin = (run: number) => {
    const { longitude, latitude } = places[run % places.length];
    return [longitude, latitude] as const;
  };
  measure("nearest 10, all", 180, (run) => index.nearest(all, origin(run), 0, 10));
  measure("nearest 10, three filters", 180, (run) => index.nearest(filtered, origin(run), 0, 10));
  measure("nearest 10, from the ocean", 180, () => index.nearest(filtered, [-30, -40], 0, 10));
  const inVillage = { ...filtered, bbox: village };
  measure("nearest 10, in a village", 180, (run) => index.nearest(inVillage, origin(run), 0, 10));
  measure("nearest, last page", 10, (run) => index.nearest(all, origin(run), 990, 10));
}

/** A way of 300 km from Győr to Debrecen, with a point about every 100 m as a router gives it. */
const way = Array.from({ length: 3_001 }, (_, number) => {
  const share = number / 3_000;
  return [17.63 + 4 * share, 47.68 - 0.15 * share + 0.05 * Math.sin(40 * share)] as const;
});

function measureAlong(index: PlaceIndex): void {
  for (const meters of [300, 1_000, 2_000]) {
    const { length } = index.along(all, way, meters);
    measure(`along 300 km, ${meters} m beside it (${length})`, 60, () =>
      index.along(all, way, meters),
    );
  }
}

function measureChanges(index: PlaceIndex, entries: readonly PlaceEntry[], count: number): void {
  const batch = (run: number, size: number, change: (entry: PlaceEntry, run: number) => object) =>
    Array.from({ length: size }, (_, number): EntryChange => {
      const entry = entries[(run * size + number) % entries.length];
      return { kind: "put", entry: { ...entry, ...change(entry, run) } };
    });
  let nextId = count;
  const kinds = {
    accepted: (entry: PlaceEntry) => ({ accepted: !entry.accepted }),
    rated: (entry: PlaceEntry, run: number) => ({
      ratingSum: entry.ratingSum + 5,
      ratingCount: entry.ratingCount + 1 + run,
    }),
    added: () => ({ id: ++nextId }),
  };
  for (const size of [1, 100]) {
    for (const [words, change] of Object.entries(kinds)) {
      measure(`apply ${size} ${words}`, 40, (run) => index.apply(batch(run, size, change)));
    }
    measure(`apply ${size} removed`, 40, (run) =>
      index.apply(
        Array.from({ length: size }, (_, number) => ({
          kind: "remove",
          id: nextId - run * size - number,
        })),
      ),
    );
  }
}

const counts = process.argv.slice(2).map(Number);
for (const count of counts.length > 0 ? counts : [10_000, 100_000, 1_000_000]) benchmark(count);
