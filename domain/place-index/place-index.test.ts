import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NaivePlaceIndex } from "#tests/support/naive-place-index.ts";
import { placeEntryArbitrary } from "#tests/support/place-entry-arbitrary.ts";
import { placeSorts } from "../place-sort.ts";
import type { PlaceChange, PlaceEntry } from "./place-entry.ts";
import { PlaceIndexBuilder } from "./place-index-builder.ts";
import type { PlaceQuestion } from "./place-question.ts";

/** A Monday, 10:30 in Budapest. */
const now = new Date("2026-06-15T08:30:00Z");

function buildIndex(entries: Iterable<PlaceEntry>, at = now) {
  const builder = new PlaceIndexBuilder(4);
  for (const entry of entries) builder.add(entry);
  const index = builder.build();
  index.refreshOpenSchedules(at);
  return index;
}

const boxes = [
  null,
  { west: 18.95, south: 47.35, east: 19.2, north: 47.55 },
  { west: 170, south: -85, east: -170, north: 85 },
  { west: -180, south: -90, east: 180, north: 90 },
  { west: 1, south: 1, east: 1, north: 1 },
];

const questions: PlaceQuestion[] = [];
for (let bits = 0; bits < 64; bits++) {
  const [accessible, free, isPublic, open, includeUnknown, includeUnaccepted] = Array.from(
    { length: 6 },
    (_, bit) => ((bits >> bit) & 1) === 1,
  );
  for (const bbox of boxes) {
    const filters = { accessible, free, public: isPublic, open };
    questions.push({ filters, includeUnknown, includeUnaccepted, bbox });
  }
}

const entriesArbitrary = fc.uniqueArray(placeEntryArbitrary(2000), {
  minLength: 0,
  maxLength: 400,
  selector: (entry) => entry.id,
  size: "max",
});

describe("PlaceIndex", () => {
  it("counts and pages as the rules say, for every filter, box and order", () => {
    const property = fc.property(entriesArbitrary, (entries) => {
      const index = buildIndex(entries);
      const naive = new NaivePlaceIndex(entries, now);
      for (const question of questions) {
        expect(index.count(question)).toEqual(naive.count(question));
        for (const sort of placeSorts) {
          for (const [offset, limit] of [
            [0, 10],
            [7, 3],
            [0, 400],
            [399, 10],
          ]) {
            const ids = index.page(question, sort, offset, limit);
            expect(ids).toEqual(naive.page(question, sort, offset, limit));
          }
        }
      }
    });
    fc.assert(property, { numRuns: 4 });
  }, 60_000);
});

const changesArbitrary = fc.array(
  fc.array(
    fc.oneof(
      {
        weight: 2,
        arbitrary: placeEntryArbitrary(60).map((entry): PlaceChange => ({ kind: "put", entry })),
      },
      {
        weight: 1,
        arbitrary: fc
          .integer({ min: 1, max: 60 })
          .map((id): PlaceChange => ({ kind: "remove", id })),
      },
    ),
    { maxLength: 30 },
  ),
  { maxLength: 8 },
);

const sampled = questions.filter((_, number) => number % 23 === 0);

describe("PlaceIndex.apply", () => {
  it("leaves the index as one built anew would be", () => {
    const property = fc.property(changesArbitrary, (batches) => {
      const index = buildIndex([]);
      const naive = new NaivePlaceIndex([], now);
      for (const batch of batches) {
        index.apply(batch);
        naive.apply(batch);
        const rebuilt = buildIndex(naive.entries.values());
        expect(index.size).toBe(naive.entries.size);
        for (const question of sampled) {
          expect(index.count(question)).toEqual(naive.count(question));
          expect(index.tile(0, 0, 0, question)).toEqual(rebuilt.tile(0, 0, 0, question));
          expect(index.tile(14, 9056, 5729, question)).toEqual(
            rebuilt.tile(14, 9056, 5729, question),
          );
          for (const sort of placeSorts) {
            expect(index.page(question, sort, 0, 60)).toEqual(naive.page(question, sort, 0, 60));
          }
        }
      }
    });
    fc.assert(property, { numRuns: 100 });
  }, 60_000);
});
