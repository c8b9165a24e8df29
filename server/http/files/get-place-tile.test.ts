import { expect, it } from "vitest";
import { parseTileAddress } from "./get-place-tile.ts";

it.each([
  ["0", "0", "0.mvt", { z: 0, x: 0, y: 0 }],
  ["1", "1", "1.mvt", { z: 1, x: 1, y: 1 }],
  ["22", "4194303", "4194303.mvt", { z: 22, x: 4194303, y: 4194303 }],
  ["22", "4194304", "0.mvt", null],
  ["23", "0", "0.mvt", null],
  ["0", "1", "0.mvt", null],
  ["0", "0", "0", null],
  ["0", "0", "0.png", null],
  ["0", "-1", "0.mvt", null],
  ["01", "0", "0.mvt", null],
  ["a", "0", "0.mvt", null],
])("%s/%s/%s → %j", (z, x, file, expected) => {
  expect(parseTileAddress(z, x, file)).toEqual(expected);
});
