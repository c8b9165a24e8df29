import { expect, it } from "vitest";
import type { NearPlace } from "#domain/place/freshness.ts";
import type { Place } from "#domain/place/place.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { PlaceIndexBuilder } from "./place-index-builder.ts";
import { type FoundPlace, listResult, nearestResult, type PlaceSource } from "./place-results.ts";

const near = [19.05, 47.5] as const;
/** End of the time for which the confirmation of place 1 counts as late. */
const confirmedAt = new Date("2026-01-01T10:07:30.000Z");
const freshUntilMs = confirmedAt.getTime() + 180 * 24 * 3_600_000;

function foundPlace(row: NearPlace): FoundPlace {
  const place = { id: row.id, open_status: "open", facts: {} } as Place;
  return { placeAt: () => place, nearTo: () => row };
}

/** Two places at like distance, the farther one confirmed. */
function sourceAt(nowMs: number): PlaceSource {
  const now = new Date(nowMs);
  const rows = [1, 2].map((id) => ({
    ...{ id, distanceMeters: 30 - 10 * id, confirmedAt: id === 1 ? confirmedAt : null },
    ...{ closedUntil: null, doubt: null, likely: null },
  }));
  const builder = new PlaceIndexBuilder(2);
  for (const { id, distanceMeters } of rows) {
    const latitude = near[1] + distanceMeters / 111_195;
    const openingTimes = Array<string>(7).fill("00:00-24:00");
    builder.add({
      ...{
        id,
        longitude: near[0],
        latitude,
        accepted: true,
        doubted: false,
        facts: {},
        fee: "unknown",
        city: "Eger",
      },
      ...{ openingTimes, timeZone: "Europe/Budapest", closedUntilMs: null },
      ...{ addedMicros: 0, ratingSum: 0, ratingCount: 0 },
    });
  }
  const placeIndex = builder.build();
  placeIndex.refreshOpenSchedules(now);
  return {
    ...{ placeIndex, now: () => now, visible: { includeUnaccepted: false } },
    read: () => ({ found: rows.map(foundPlace), asOf: null }),
  };
}

it.each<[string, number, number[]]>([
  ["at the end of the 180 days", freshUntilMs, [1, 2]],
  ["later in that quarter of an hour", Date.parse("2026-06-30T10:14:59.999Z"), [1, 2]],
  ["from the next quarter of an hour on", Date.parse("2026-06-30T10:15:00.000Z"), [2, 1]],
])("has, at like distance, a confirmed place first: %s", async (_, nowMs, expected) => {
  const source = sourceAt(nowMs);
  const filtering = { near, filters: noFilters, includeUnknown: false };
  const query = { ...filtering, page: 1, perPage: 10, sort: "near", bbox: null } as const;
  const { places } = await listResult(source, query);
  expect(places.map(({ id }) => id)).toEqual(expected);
  expect((await nearestResult(source, filtering)).open?.id).toBe(expected[0]);
});

/** Open places, the first of them the nearest: 10 m further each. */
function sourceOf(ids: readonly number[]): PlaceSource {
  const builder = new PlaceIndexBuilder(ids.length);
  const rows = ids.map((id, place) => ({
    ...{ id, distanceMeters: 10 + 10 * place, confirmedAt: null },
    ...{ closedUntil: null, doubt: null, likely: null },
  }));
  for (const { id, distanceMeters } of rows) {
    builder.add({
      ...{ id, longitude: near[0], latitude: near[1] + distanceMeters / 111_195 },
      ...{ accepted: true, doubted: false, facts: {}, fee: "unknown", city: "Eger" },
      timeZone: "Europe/Budapest",
      ...{ openingTimes: Array<string>(7).fill("00:00-24:00"), closedUntilMs: null },
      ...{ addedMicros: id, ratingSum: 0, ratingCount: 0 },
    });
  }
  const now = () => confirmedAt;
  const read = (wanted: readonly number[]) => ({
    found: wanted.flatMap((id) => rows.filter((row) => row.id === id)).map(foundPlace),
    asOf: null,
  });
  return { placeIndex: builder.build(), now, read, visible: { includeUnaccepted: false } };
}

it.each([
  ["distance", [1, 2, 3, 4, 5], [9, 1, 2, 3, 4, 5]],
  ["added-desc", [5, 4, 3, 2, 1], [9, 5, 4, 3, 2, 1]],
] as const)(
  "lists no place twice where another was added before it: %s",
  async (sort, before, after) => {
    const query = { filters: noFilters, includeUnknown: false, near, sort, bbox: null } as const;
    const pageOf = async (ids: readonly number[], page: number, last?: number) => {
      const paging = { page, perPage: 2, ...(last !== undefined && { after: last }) };
      const { places, next_after } = await listResult(sourceOf(ids), { ...query, ...paging });
      return { ids: places.map(({ id }) => id), next_after };
    };
    const first = await pageOf(before, 1);
    expect(first).toEqual({ ids: before.slice(0, 2), next_after: before[1] });
    expect((await pageOf(after, 2)).ids).toEqual(before.slice(1, 3));
    const second = await pageOf(after, 2, first.next_after);
    expect(second).toEqual({ ids: before.slice(2, 4), next_after: before[3] });
    // The last page of before the addition is not the last any more.
    expect(await pageOf(after, 3, second.next_after)).toEqual({ ids: before.slice(4) });
    expect(await pageOf(before, 3, second.next_after)).toEqual({ ids: before.slice(4) });
    // A place that was removed or is far away by now is ignored: the page number decides.
    expect((await pageOf(before, 2, 77)).ids).toEqual(before.slice(2, 4));
  },
);

it("lists the rest where places were removed between two pages", async () => {
  const query = { filters: noFilters, includeUnknown: false, near: null, bbox: null } as const;
  const list = (ids: readonly number[], page: number, after?: number) =>
    listResult(sourceOf(ids), {
      ...{ ...query, sort: "added-asc", page, perPage: 2 },
      ...(after !== undefined && { after }),
    });
  expect((await list([1, 2, 3, 4, 5], 1)).next_after).toBe(2);
  const second = await list([2, 3, 4, 5], 2, 2);
  expect(second).toMatchObject({ places: [{ id: 3 }, { id: 4 }], next_after: 4, total: 4 });
  const third = await list([2, 3, 4, 5], 3, 4);
  expect(third).toMatchObject({ places: [{ id: 5 }] });
  expect(third.next_after).toBeUndefined();
});

it("ends by distance with the nearest thousand", async () => {
  const ids = Array.from({ length: 1_002 }, (_, index) => index + 1);
  const query = { filters: noFilters, includeUnknown: false, near, bbox: null } as const;
  const last = { ...query, sort: "distance", page: 10, perPage: 100 } as const;
  expect((await listResult(sourceOf(ids), last)).next_after).toBeUndefined();
  expect((await listResult(sourceOf(ids), { ...last, page: 9 })).next_after).toBe(900);
});
