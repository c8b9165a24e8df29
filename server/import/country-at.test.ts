import { expect, test } from "vitest";
import { countryAt } from "./country-at.ts";

test.each([
  ["HU", 19.05, 47.5],
  ["SK", 17.11, 48.15],
  ["LI", 9.52, 47.14],
  ["NO", 10.75, 59.91],
  ["DE", 13.4, 52.52],
  ["IN", 77.2, 28.6],
  ["RS", 20.46, 44.8],
])("is %s at %d, %d", (country, longitude, latitude) => {
  expect(countryAt([longitude, latitude])).toBe(country);
});
