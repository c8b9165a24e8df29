import { expect, test } from "vitest";
import { countryAt, isInCountry } from "./country-at.ts";

test.each([
  ["HU", 19.05, 47.5],
  ["SK", 17.11, 48.15],
  ["LI", 9.52, 47.14],
  ["NO", 10.75, 59.91],
  ["DE", 13.4, 52.52],
  ["IN", 77.2, 28.6],
  ["RS", 20.46, 44.8],
  // Near borders, where the zones are coarse.
  ["NO", 11.39, 59.12],
  ["NO", 30.05, 69.73],
  ["HU", 18.74, 47.79],
  ["SK", 18.72, 47.8],
  // Territories: with their country's money, and with one of their own.
  ["NO", 15.6, 78.2],
  ["FI", 19.9, 60.1],
  ["HK", 114.17, 22.3],
  // No border that is agreed on.
  ["CY", 33.36, 35.25],
])("is %s at %d, %d", (country, longitude, latitude) => {
  expect(countryAt([longitude, latitude])).toBe(country);
});

test("is null in the middle of the Pacific", () => {
  expect(countryAt([-150, 30])).toBeNull();
});

test("knows a point by the codes of country and territory", () => {
  expect(isInCountry([15.6, 78.2], "NO")).toBe(true);
  expect(isInCountry([15.6, 78.2], "SJ")).toBe(true);
  expect(isInCountry([15.6, 78.2], "SE")).toBe(false);
});
