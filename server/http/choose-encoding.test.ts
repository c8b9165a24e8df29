import { expect, it } from "vitest";
import { chooseEncoding } from "./choose-encoding.ts";

it.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0, gzip;q=0", null],
  ["*", "br"],
  ["*;q=0", null],
  ["identity", null],
  ["", null],
  [undefined, null],
  ["BR", "br"],
])("%s → %s", (header, expected) => {
  expect(chooseEncoding(header)).toBe(expected);
});
