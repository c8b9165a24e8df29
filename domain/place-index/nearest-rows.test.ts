import fc from "fast-check";
import { expect, it } from "vitest";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { nearestInBox } from "./nearest-rows.ts";

const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });

it("is no farther than any point of the box, at the antimeridian and the poles too", () => {
  const property = fc.property(
    fc.tuple(longitude, latitude),
    fc.tuple(longitude, longitude),
    fc.tuple(latitude, latitude),
    fc.tuple(share, share),
    (origin, longitudes, latitudes, [across, up]) => {
      const [west, east] = longitudes.sort((a, b) => a - b);
      const [south, north] = latitudes.sort((a, b) => a - b);
      const nearest = nearestInBox(origin, { west, south, east, north });
      const inside = [west + across * (east - west), south + up * (north - south)] as const;
      expect(distanceMeters(origin, nearest)).toBeLessThan(distanceMeters(origin, inside) + 0.5);
      expect(nearest[0]).toBeGreaterThanOrEqual(west);
      expect(nearest[0]).toBeLessThanOrEqual(east);
      expect(nearest[1]).toBeGreaterThanOrEqual(south - 1e-9);
      expect(nearest[1]).toBeLessThanOrEqual(north + 1e-9);
    },
  );
  fc.assert(property, { seed: 1, numRuns: 1000 });
});

it("is the origin inside the box", () => {
  expect(nearestInBox([19, 47], { west: 18, south: 46, east: 20, north: 48 })).toEqual([19, 47]);
});

it("is the near edge across the antimeridian", () => {
  expect(nearestInBox([179, 0], { west: -180, south: -5, east: -90, north: 5 })).toEqual([-180, 0]);
});
