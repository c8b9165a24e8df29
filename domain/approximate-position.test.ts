import { expect, it } from "vitest";
import { approximatePosition } from "./approximate-position.ts";

it("keeps four decimals", () => {
  expect(approximatePosition([19.040_235_6, 47.497_951_2])).toEqual([19.0402, 47.498]);
  expect(approximatePosition([-0.000_06, 89.999_96])).toEqual([-0.0001, 90]);
});
