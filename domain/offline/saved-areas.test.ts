import { expect, it } from "vitest";
import {
  type BoundingBox,
  formatBoundingBox,
  isInBoundingBox,
  parseBoundingBox,
} from "#domain/geography/bounding-box.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { areasAround, areasToForget, regionAround, snapToCells } from "./saved-areas.ts";

it("the middle of a cell is one area, its edge two, its corner four", () => {
  const [cell] = areasAround([19.0, 47.5]);
  const middle = [(cell.west + cell.east) / 2, (cell.south + cell.north) / 2] as const;
  expect(areasAround([middle[0], middle[1]])).toHaveLength(1);
  expect(areasAround([cell.east, middle[1]])).toHaveLength(2);
  expect(areasAround([cell.east, cell.north])).toHaveLength(4);
});

it("the point and 20 km around it lie in the areas", () => {
  for (const [longitude, latitude] of [
    [19.05, 47.5],
    [16.6, 46.9],
    [22.5, 48.1],
  ]) {
    const areas = areasAround([longitude, latitude]);
    for (const [east, north] of [
      [0, 0],
      [0.2, 0],
      [-0.2, 0],
      [0, 0.15],
      [0, -0.15],
    ]) {
      const point = [longitude + east, latitude + north] as const;
      expect(areas.some((area) => isInBoundingBox([point[0], point[1]], area))).toBe(true);
    }
  }
});

it("where one of the cells is too full, all are half as wide, down to 3 km", () => {
  const point = [19.05, 47.5] as const;
  const widths = (areas: readonly { west: number; east: number }[]) =>
    areas.map(({ west, east }) => (360 / (east - west)).toFixed(0));
  const [first] = areasAround(point);
  const narrower = areasAround(
    point,
    (area) => area.west === first.west && area.east === first.east,
  );
  expect(new Set(widths(narrower))).toEqual(new Set(["512"]));
  expect(narrower.some((area) => isInBoundingBox([...point], area))).toBe(true);
  expect(new Set(widths(areasAround(point, () => true)))).toEqual(new Set([String(2 ** 13)]));
});

it("beyond the world there is no area", () => {
  const atCorners = [...areasAround([-180, 85]), ...areasAround([180, -85])];
  expect(atCorners).toHaveLength(2);
  for (const area of atCorners) {
    expect(Object.values(area).every(Number.isFinite)).toBe(true);
    expect(area.west).toBeGreaterThanOrEqual(-180);
    expect(area.east).toBeLessThanOrEqual(180);
  }
});

it("of nine that were looked at the oldest is deleted, unless it is wanted; a requested one stays", () => {
  const areaAt = (index: number) => ({ west: index, south: 0, east: index + 1, north: 1 });
  const known = Array.from({ length: 9 }, (_, index) => ({
    area: areaAt(index),
    savedFor: "seen" as const,
    made: new Date(index * 1_000),
  }));
  expect(areasToForget(known, [])).toEqual([areaAt(0)]);
  expect(areasToForget(known.slice(1), [])).toEqual([]);
  expect(areasToForget(known, [areaAt(0)])).toEqual([]);
  const requested = known.map((area) => ({ ...area, savedFor: "asked" as const }));
  expect(areasToForget(requested, [])).toEqual([]);
});

it("a region reaches 50 km to each side of a point, and not beyond the world", () => {
  const { west, south, east, north } = regionAround([19, 47]);
  const kilometers = (to: [number, number]) => distanceMeters([19, 47], to) / 1_000;
  for (const side of [
    [west, 47],
    [east, 47],
    [19, south],
    [19, north],
  ] as [number, number][]) {
    expect(kilometers(side)).toBeCloseTo(50, 0);
  }
  expect(regionAround([180, 85])).toMatchObject({ east: 180, north: 85 });
  expect(regionAround([-180, -85])).toMatchObject({ west: -180, south: -85 });
});

it("a box is snapped to the narrow cells that hold it, and one of cells is its own", () => {
  const written = (box: BoundingBox) => Object.values(box).map((side) => side.toFixed(5));
  for (const isTooFull of [() => false, () => true]) {
    for (const [longitude, latitude] of [
      [19.05, 47.5],
      [-70.6, -33.4],
      [0, 0],
    ]) {
      for (const cell of areasAround([longitude, latitude], isTooFull)) {
        expect(written(snapToCells(cell))).toEqual(written(cell));
        // As a browser writes it.
        const requested = parseBoundingBox(formatBoundingBox(cell))!;
        expect(written(snapToCells(requested))).toEqual(written(cell));
      }
    }
  }
  const box = regionAround([19.05, 47.5]);
  const cells = snapToCells(box);
  const wide = 360 / 2 ** 13;
  expect(cells.west).toBeLessThanOrEqual(box.west);
  expect(cells.west).toBeGreaterThan(box.west - wide);
  expect(cells.east).toBeGreaterThanOrEqual(box.east);
  expect(cells.east).toBeLessThan(box.east + wide);
  expect(cells.south).toBeLessThanOrEqual(box.south);
  expect(cells.north).toBeGreaterThanOrEqual(box.north);
  const near = { ...box, west: box.west + 1e-7, north: box.north - 1e-7 };
  expect(snapToCells(near)).toEqual(cells);
  const world = snapToCells({ west: -180, south: -90, east: 180, north: 90 });
  expect(world).toEqual({ west: -180, south: -90, east: 180, north: 90 });
});
