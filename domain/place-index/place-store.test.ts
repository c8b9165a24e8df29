import { expect, it } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import { CityDictionary } from "./dictionaries.ts";
import { LikelyDictionary } from "./likely-dictionary.ts";
import { PlaceIndex } from "./place-index.ts";
import { FlagDictionary } from "./place-query.ts";
import { ClosedPlaces, type EntryChange, PlaceColumns, unrated } from "./place-store.ts";
import { ScheduleDictionary } from "./schedule-dictionary.ts";

const now = new Date("2026-06-15T08:30:00Z");
const indexQuery = {
  filters: noFilters,
  includeUnknown: false,
  includeUnaccepted: true,
  bbox: null,
};
const unknown = Array<string>(7).fill("-");
const clock = (minute: number) =>
  [Math.floor(minute / 60) % 24, minute % 60].map((part) => `${part}`.padStart(2, "0")).join(":");

function emptyIndex() {
  const cities = new CityDictionary();
  const schedules = new ScheduleDictionary();
  const columns = new PlaceColumns(1);
  const orders = {
    place: new Uint32Array(1),
    rating: new Uint32Array(1),
    added: new Uint32Array(1),
  };
  const index = new PlaceIndex({
    columns,
    orders,
    cities,
    schedules,
    likely: new LikelyDictionary(),
    flags: new FlagDictionary(),
    closed: new ClosedPlaces(),
  });
  index.refreshOpenSchedules(now);
  return { index, cities, schedules, columns };
}

/** A place whose city and week differ from those of all other rounds. */
function put(id: number, round: number): EntryChange {
  const from = clock(round % 1_000);
  const week = Array.from(
    { length: 7 },
    (_, day) => `${from}-${clock(1_000 + (round % 439) - day)}`,
  );
  return {
    kind: "put",
    entry: {
      id,
      longitude: 19,
      latitude: 47,
      accepted: true,
      doubted: false,
      fee: "free",
      facts: {},
      openingTimes: round === 0 ? unknown : week,
      timeZone: "Europe/Budapest",
      closedUntilMs: null,
      city: `Town ${round}`,
      addedMicros: id,
      ratingSum: 0,
      ratingCount: 0,
    },
  };
}

it("keeps at most twice the names and schedules that places need, and a little", () => {
  const { index, cities, schedules } = emptyIndex();
  for (let round = 0; round < 6_000; round += 100) {
    index.apply(Array.from({ length: 100 }, (_, id) => put(id, round + id)));
  }
  expect(index.size).toBe(100);
  expect(cities.size).toBeLessThan(1_400);
  expect(cities.numberLimit).toBeLessThan(1_400);
  expect(cities.ranks.length).toBeLessThan(1_400);
  expect(schedules.size).toBeLessThan(1_400);
  expect(schedules.numberLimit).toBeLessThan(1_400);
  index.apply(Array.from({ length: 100 }, (_, id) => ({ kind: "remove", id })));
  index.apply(Array.from({ length: 1_500 }, (_, id) => put(1, 50_000 + id)));
  index.apply([put(1, 90_000)]);
  expect(cities.size).toBeLessThan(1_030);
});

it("returns the same results when numbers have gone to other names and schedules", () => {
  const { index } = emptyIndex();
  const staying = [put(1, 900_001), put(2, 900_000), put(3, 0)];
  index.apply(staying);
  for (let round = 1; round < 4_000; round += 50) {
    index.apply(Array.from({ length: 50 }, (_, id) => put(10 + id, round + id)));
  }
  index.apply(Array.from({ length: 50 }, (_, id) => ({ kind: "remove", id: 10 + id })));
  expect(index.page(indexQuery, "place-asc", 0, 10)).toEqual([3, 2, 1]);
  const fresh = emptyIndex();
  fresh.index.apply(staying);
  expect(index.count(indexQuery)).toEqual(fresh.index.count(indexQuery));
  index.refreshOpenSchedules(new Date(now.getTime() + 9 * 3_600_000));
  fresh.index.refreshOpenSchedules(new Date(now.getTime() + 9 * 3_600_000));
  expect(index.count(indexQuery)).toEqual(fresh.index.count(indexQuery));
});

it("keeps an index's first places through the first search for unused entries", () => {
  const { index, columns } = emptyIndex();
  index.apply(Array.from({ length: 2_000 }, (_, id) => put(id, id)));
  expect(index.size).toBe(2_000);
  expect(columns.rating[0]).toBe(unrated);
  const pages = index.page(indexQuery, "place-asc", 0, 3);
  expect(pages).toEqual([0, 1, 10]);
});
