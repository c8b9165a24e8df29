import { expect, it } from "vitest";
import { startView } from "#domain/map/initial-view.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { PlaceIndexBuilder } from "#domain/place-index/place-index-builder.ts";
import { visitor } from "#server/accounts/viewer.ts";
import { placesInView } from "./places-in-view.ts";

const administrator = { userId: "admin", email: null, role: "administrator" as const };
const phone = { width: 390, height: 844 };
const query = { filters: noFilters, includeUnknown: false };

const eger = { longitude: 20.3773, latitude: 47.9025 };
const sopron = { longitude: 16.592, latitude: 47.685 };
const london = { longitude: -0.1238, latitude: 51.5303 };

function indexOf(
  ...places: {
    longitude: number;
    latitude: number;
    accepted?: boolean;
    openingTimes?: string[];
  }[]
) {
  const builder = new PlaceIndexBuilder(places.length);
  places.forEach((place, number) => {
    builder.add({
      id: number + 1,
      accepted: true,
      doubted: false,
      fee: "free",
      facts: {},
      openingTimes: Array<string>(7).fill("08:00-18:00"),
      timeZone: "Europe/Budapest",
      closedUntilMs: null,
      city: "Eger",
      addedMicros: 0,
      ratingSum: 0,
      ratingCount: 0,
      ...place,
    });
  });
  const placeIndex = builder.build();
  placeIndex.refreshOpenSchedules(new Date("2026-06-15T08:30:00Z"));
  return { placeIndex };
}

it("gives each place of the view once, where it stands to a hundredth of a degree", () => {
  const deps = indexOf(eger, sopron, london);
  const desk = { width: 1440, height: 900 };
  const places = placesInView(deps, startView, desk, query, visitor);
  expect(places).toHaveLength(2);
  for (const { longitude, latitude } of [eger, sopron]) {
    const near = places.filter(
      (place) =>
        Math.abs(place.longitude - longitude) < 0.01 && Math.abs(place.latitude - latitude) < 0.01,
    );
    expect(near).toEqual([expect.objectContaining({ accepted: true })]);
  }
});

it("gives places that stand close together as one with their number", () => {
  const beside = { longitude: eger.longitude + 0.0001, latitude: eger.latitude };
  const few = placesInView(indexOf(eger, eger, eger, beside), startView, phone, query, visitor);
  expect(few.map(({ isSmall }) => isSmall)).toEqual([true, true, true, true]);
  const five = indexOf(eger, eger, eger, eger, beside);
  const places = placesInView(five, startView, phone, query, visitor);
  expect(places).toEqual([expect.objectContaining({ count: 5, openCount: 5 })]);
});

it("gives unaccepted places to the administrator only", () => {
  const deps = indexOf({ ...eger, accepted: false });
  expect(placesInView(deps, startView, phone, query, visitor)).toEqual([]);
  const [place] = placesInView(deps, startView, phone, query, administrator);
  expect(place.accepted).toBe(false);
});

it("says which are open and of which nothing is known, and how many of a cluster wait", () => {
  const unknown = { ...eger, openingTimes: Array<string>(7).fill("-") };
  const deps = indexOf(sopron, unknown);
  const found = placesInView(deps, startView, { width: 1440, height: 900 }, query, visitor);
  expect(found.map(({ dot }) => dot).sort()).toEqual(["open", "unknown"]);
  const beside = { ...eger, longitude: eger.longitude + 0.0001, accepted: false };
  const five = indexOf(eger, eger, eger, unknown, beside);
  const [cluster] = placesInView(five, startView, phone, query, administrator);
  expect(cluster).toMatchObject({ count: 5, openCount: 4, pendingCount: 1 });
});

it("holds at the edge of the world and between zooms", () => {
  const fiji = { longitude: 179.9, latitude: -17 };
  const view = { longitude: 179.9, latitude: -17, zoom: 4.5 };
  expect(placesInView(indexOf(fiji), view, phone, query, visitor)).toHaveLength(1);
  const world = { longitude: 0, latitude: 0, zoom: 0 };
  expect(placesInView(indexOf(fiji), world, phone, query, visitor)).toHaveLength(1);
});
