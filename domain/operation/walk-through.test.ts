import fc from "fast-check";
import { expect, it } from "vitest";
import { lengthOf, walkThrough } from "./walk-through.ts";

const at = (longitude: number, latitude = 47) => ({ longitude, latitude });

it("begins at the first stop and goes on to the nearest", () => {
  expect(walkThrough([])).toEqual([]);
  expect(walkThrough([at(19)])).toEqual([at(19)]);
  expect(walkThrough([at(19), at(19.03), at(19.01), at(19.02)])).toEqual([
    ...[at(19), at(19.01), at(19.02), at(19.03)],
  ]);
});

it("crosses no way of its own", () => {
  // From the nearest to the nearest, the stop on the left would be the last one.
  const stops = [at(19), at(19.001), at(18.998), at(19.004), at(19.01)];
  const walk = walkThrough(stops);
  expect(walk.map(({ longitude }) => longitude)).toEqual([19, 18.998, 19.001, 19.004, 19.01]);
});

it("visits each stop once, and is no longer than in the given order", () => {
  const stop = fc.record({
    longitude: fc.double({ min: 19, max: 19.1, noNaN: true }),
    latitude: fc.double({ min: 47, max: 47.1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(stop, { minLength: 1, maxLength: 12 }), (stops) => {
      const walk = walkThrough(stops);
      expect(new Set(walk)).toEqual(new Set(stops));
      expect(walk).toHaveLength(stops.length);
      expect(walk[0]).toBe(stops[0]);
    }),
    { numRuns: 50 },
  );
  expect(lengthOf([at(19), at(19.01), at(19)])).toBeCloseTo(2 * lengthOf([at(19), at(19.01)]));
});
