import { expect, it } from "vitest";
import { pathId } from "./path-id.ts";

it.each([
  ["1", 1],
  ["2147483647", 2147483647],
  ["2147483648", null],
  ["0", null],
  ["-1", null],
  ["01", null],
  ["1.5", null],
  ["1e3", null],
  ["", null],
  ["abc", null],
  ["99999999999", null],
])("reads %j as %s", (text, expected) => {
  expect(pathId(text)).toBe(expected);
});
