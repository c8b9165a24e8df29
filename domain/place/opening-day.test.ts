import { describe, expect, test } from "vitest";
import { checkOpeningDay } from "#domain/place/new-place.ts";

describe("checkOpeningDay", () => {
  test.each([
    ["-", null],
    ["08:00-18:00", null],
    ["00:00-24:00", null],
    ["00:00-00:01", null],
    ["23:58-23:59", null],
    ["23:59-24:00", null],
    ["08:00-", "error.fillout"],
    ["00:00-", "error.fillout"],
    ["-18:00", "error.fillout"],
    ["-00:00", "error.fillout"],
    ["-24:00", "error.fillout"],
    ["08:00-08:00", "error.invalidtime"],
    ["08:01-08:00", "error.invalidtime"],
    ["22:00-06:00", "error.invalidtime"],
    ["00:00-00:00", "error.invalidtime"],
    ["", "error.parameter"],
    ["--", "error.parameter"],
    [" - ", "error.parameter"],
    ["24:00-", "error.parameter"],
    ["25:00-", "error.parameter"],
    ["-24:01", "error.parameter"],
    ["8:00-18:00", "error.parameter"],
    ["8:00-", "error.parameter"],
    ["08:60-18:00", "error.parameter"],
    ["24:00-24:00", "error.parameter"],
    ["08:00-18:00 ", "error.parameter"],
    ["08:00-18:00\n", "error.parameter"],
    ["08:00-12:00,13:00-18:00", "error.parameter"],
    ["08:00–18:00", "error.parameter"],
    ["closed", "error.parameter"],
  ])("'%s' → %s", (text, code) => {
    expect(checkOpeningDay(text)).toBe(code);
  });
});
