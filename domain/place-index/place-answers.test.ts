import { expect, it } from "vitest";
import type { NearPlace } from "#domain/place/freshness.ts";
import type { Place } from "#domain/place/place.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { answerList, answerNearest, type PlaceSource } from "./place-answers.ts";
import { PlaceIndexBuilder } from "./place-index-builder.ts";

const near = [19.05, 47.5] as const;
/** End of the time for which the confirmation of place 1 counts as late. */
const confirmedAt = new Date("2026-01-01T10:07:30.000Z");
const freshUntilMs = confirmedAt.getTime() + 180 * 24 * 3_600_000;

/** Two places at like distance, the farther one confirmed. */
function sourceAt(nowMs: number): PlaceSource<NearPlace> {
  const now = new Date(nowMs);
  const rows = [1, 2].map((id) => ({
    ...{ id, distanceMeters: 30 - 10 * id, confirmedAt: id === 1 ? confirmedAt : null },
    ...{ closedUntil: null, closedReportedAt: null },
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
    read: () => ({ rows, asOf: null }),
    toPlace: ({ id }) => ({ id, open_status: "open" }) as Place,
    toNear: (row) => row,
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
  const { places } = await answerList(source, query);
  expect(places.map(({ id }) => id)).toEqual(expected);
  expect((await answerNearest(source, filtering)).open?.id).toBe(expected[0]);
});
