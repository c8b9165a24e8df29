import { expect, it } from "vitest";
import { parsePlaceId } from "./place-id.ts";

it.each([
  ["1", 1],
  ["42", 42],
  ["2147483647", 2_147_483_647],
])("reads %s", (text, expected) => {
  expect(parsePlaceId(text)).toBe(expected);
});

it.each(["", "0", "-1", "01", "1.0", "1e3", " 1", "1a", "2147483648", "99999999999", "١"])(
  "refuses %j",
  (text) => {
    expect(parsePlaceId(text)).toBeNull();
  },
);
