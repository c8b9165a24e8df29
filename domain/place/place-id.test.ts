import { describe, expect, it } from "vitest";
import { parseId } from "./place-id.ts";

describe("parseId", () => {
  it.each([
    ["1", 1],
    ["42", 42],
    ["2147483647", 2_147_483_647],
  ])("reads %s", (text, expected) => {
    expect(parseId(text)).toBe(expected);
  });

  it.each(["", "0", "-1", "01", "1.0", "1e3", " 1", "1a", "2147483648", "99999999999", "١"])(
    "refuses %j",
    (text) => {
      expect(parseId(text)).toBeNull();
    },
  );
});
