import { expect, test } from "vitest";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { epsgOf, toPosition } from "./coordinate-systems.ts";

// Points of the surveys' own guides, and well-known buildings.
test.each([
  ["Caister water tower", 27700, [651409.903, 313177.27], [1.716074, 52.658008], 10],
  ["Amersfoort", 28992, [155000, 463000], [5.387206, 52.155172], 10],
  ["the old observatory of Bern", 2056, [2600000, 1200000], [7.438632, 46.951083], 10],
  ["the origin of Lambert 93", 2154, [700000, 6600000], [3, 46.5], 1],
  ["EPSG's example of Krovak, without signs", 5514, [568991, 1050538.64], [16.8486, 50.2083], 60],
  ["the Hungarian Parliament", 23700, [649766, 240394], [19.0451, 47.5071], 100],
  ["Stephansdom in Vienna", 31256, [2900, 341230], [16.3725, 48.2085], 200],
  ["Brandenburg Gate", 25833, [389910, 5819700], [13.3777, 52.5163], 100],
] as const)("%s in EPSG:%i", (_, epsg, point, position, meters) => {
  expect(distanceMeters(toPosition(point, epsg)!, position)).toBeLessThan(meters);
});

test.each([
  ["OSGB36", 27700],
  ["EPSG:27700", 27700],
  ["urn:ogc:def:crs:EPSG::31256", 31256],
  ["urn:ogc:def:crs:OGC:1.3:CRS84", 4326],
  ["WGS 84", 4326],
  ["4258", 4326],
  ["EOV", 23700],
  ["HD72 / EOV", 23700],
  ["DHDN / Gauss-Kruger zone 3", 31467],
  ["EPSG:2", null],
  ["Mars", null],
  ["", null],
])("the system %j", (name, epsg) => {
  expect(epsgOf(name)).toBe(epsg);
});

test("has no position for a point that is not on the earth", () => {
  expect(toPosition([181, 0], 4326)).toBeNull();
  expect(toPosition([1, 1], 1)).toBeNull();
});
