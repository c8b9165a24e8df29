import fc from "fast-check";
import { expect, it } from "vitest";
import { mortonBits, mortonKey } from "./world-units.ts";

/** The definition, bit by bit, with integers of any size. */
function interleave(x: number, y: number): bigint {
  let key = 0n;
  for (let bit = 0n; bit < BigInt(mortonBits); bit++) {
    key |= ((BigInt(x) >> bit) & 1n) << (2n * bit);
    key |= ((BigInt(y) >> bit) & 1n) << (2n * bit + 1n);
  }
  return key;
}

const cell = fc.integer({ min: 0, max: 2 ** mortonBits - 1 });

it("interleaves the bits of both coordinates", () => {
  fc.assert(
    fc.property(cell, cell, (x, y) => BigInt(mortonKey(x, y)) === interleave(x, y)),
    { numRuns: 2000 },
  );
});

it("is correct at the corners of the world", () => {
  const last = 2 ** mortonBits - 1;
  expect(mortonKey(0, 0)).toBe(0);
  expect(mortonKey(1, 0)).toBe(1);
  expect(mortonKey(0, 1)).toBe(2);
  expect(mortonKey(last, last)).toBe(2 ** 48 - 1);
});
