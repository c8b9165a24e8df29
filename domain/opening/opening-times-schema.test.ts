import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { openingTimesSchema } from "./opening-times-schema.ts";

const week = (entry: string) => Array.from({ length: 7 }, () => entry);

describe("openingTimesSchema", () => {
  it("accepts seven entries, ranges, dashes and closed days", () => {
    const times = ["08:00-18:00", "-", "22:00-06:00", "00:00-24:00", "closed", "-", "-"];
    expect(v.parse(openingTimesSchema, times)).toEqual(times);
  });

  it.each([
    ["six days", week("-").slice(1)],
    ["eight days", [...week("-"), "-"]],
    ["a half-filled day", ["08:00-", ...week("-").slice(1)]],
    ["an empty day", ["", ...week("-").slice(1)]],
    ["a number", [8, ...week("-").slice(1)]],
    ["no list", "08:00-18:00"],
  ])("refuses %s", (_, value) => {
    expect(v.is(openingTimesSchema, value)).toBe(false);
  });
});
