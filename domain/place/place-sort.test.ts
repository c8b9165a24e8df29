import { expect, it } from "vitest";
import { parsePlaceSort, placeSorts } from "./place-sort.ts";

it("reads each of the six orders", () => {
  expect(placeSorts.map(parsePlaceSort)).toEqual(placeSorts);
});

it("reads places-asc and places-desc as aliases", () => {
  expect(parsePlaceSort("places-asc")).toBe("place-asc");
  expect(parsePlaceSort("places-desc")).toBe("place-desc");
});

it.each(["", "distance", "place", "PLACE-ASC", "city-asc", "added-desc ", "toString"])(
  "refuses %j",
  (text) => {
    expect(parsePlaceSort(text)).toBeNull();
  },
);
