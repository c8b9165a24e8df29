import { expect, it } from "vitest";
import { PlaceIndexBuilder } from "#domain/place-index/place-index-builder.ts";
import type { PlaceEntry } from "#domain/place-index/place-store.ts";
import { createStartView } from "./towns.ts";

const oslo = { city: "Oslo", longitude: 10.75, latitude: 59.91 };
const bergen = { city: "Bergen", longitude: 5.32, latitude: 60.39 };
const eger = { city: "Eger", longitude: 20.38, latitude: 47.9 };

let lastId = 0;
const entry = (place: Pick<PlaceEntry, "city" | "longitude" | "latitude">): PlaceEntry => ({
  id: ++lastId,
  accepted: true,
  doubted: false,
  fee: "free",
  facts: {},
  openingTimes: Array<string>(7).fill("08:00-18:00"),
  timeZone: "Europe/Budapest",
  closedUntilMs: null,
  addedMicros: 0,
  ratingSum: 0,
  ratingCount: 0,
  ...place,
});

function indexOf(...places: Parameters<typeof entry>[0][]) {
  const builder = new PlaceIndexBuilder(places.length);
  for (const place of places) builder.add(entry(place));
  return builder.build();
}

it("is the country's where that shows a place, or where there is none at all", () => {
  const shown = indexOf(oslo, oslo, oslo, eger);
  expect(createStartView({ placeIndex: shown }, null)()).toBeNull();
  expect(createStartView({ placeIndex: indexOf() }, null)()).toBeNull();
  const unnamed = indexOf({ ...oslo, city: "" });
  expect(createStartView({ placeIndex: unnamed }, null)()).toBeNull();
});

it("is the town with the most places where the country's shows none, until one is added there", () => {
  const placeIndex = indexOf(oslo, bergen, { ...bergen, longitude: 5.34 });
  const startView = createStartView({ placeIndex }, null);
  expect(startView()).toMatchObject({ latitude: expect.closeTo(60.39, 2), zoom: 11 });
  expect(startView()?.longitude).toBeCloseTo(5.33, 2);
  placeIndex.apply([{ kind: "put", entry: entry(eger) }]);
  expect(startView()).toBeNull();
});
