import { expect, it } from "vitest";
import {
  isNearestFirst,
  nearestSorts,
  parsePlaceOrder,
  parsePlaceSort,
  placeSorts,
} from "./place-sort.ts";

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

it("reads the two orders round a point beside the six and their aliases", () => {
  expect(nearestSorts.map(parsePlaceOrder)).toEqual(["near", "distance"]);
  expect(placeSorts.map(parsePlaceOrder)).toEqual(placeSorts);
  expect(parsePlaceOrder("places-asc")).toBe("place-asc");
  for (const text of ["", "Near", "nearest", "toString"]) expect(parsePlaceOrder(text)).toBeNull();
});

it("tells the orders round a point from the six", () => {
  expect([...nearestSorts, ...placeSorts].filter(isNearestFirst)).toEqual(["near", "distance"]);
});
