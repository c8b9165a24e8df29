import { describe, expect, it } from "vitest";
import {
  hasOpeningTimes,
  isAroundTheClock,
  isOvernight,
  noOpeningTimes,
  parseOpeningRange,
} from "./opening-times.ts";

const week = (entry: string) => Array.from({ length: 7 }, () => entry);

describe("parseOpeningRange", () => {
  it.each([
    ["08:00-18:00", 480, 1080],
    ["00:00-24:00", 0, 1440],
    ["00:00-00:00", 0, 0],
    ["22:00-06:00", 1320, 360],
    ["23:59-24:00", 1439, 1440],
    ["09:05-09:06", 545, 546],
  ])("reads %s", (text, opensMinute, closesMinute) => {
    expect(parseOpeningRange(text)).toEqual({ opensMinute, closesMinute });
  });

  it.each([
    "-",
    "",
    "08:00",
    "08:00-",
    "-18:00",
    "8:00-18:00",
    "08:00-18:0",
    "08:00 - 18:00",
    "08:00–18:00",
    " 08:00-18:00",
    "08:00-18:00\n",
    "08:00-18:00,19:00-20:00",
    "24:00-25:00",
    "24:00-08:00",
    "08:00-24:01",
    "08:60-18:00",
    "08:00-18:60",
    "٠٨:٠٠-١٨:٠٠",
    "closed",
  ])("finds no range in %j", (text) => {
    expect(parseOpeningRange(text)).toBeNull();
  });
});

describe("isOvernight", () => {
  it.each([
    ["22:00-06:00", true],
    ["22:00-00:00", true],
    ["08:00-08:00", true],
    ["08:00-08:01", false],
    ["22:00-24:00", false],
    ["00:00-24:00", false],
  ])("%s: %s", (text, expected) => {
    expect(isOvernight(parseOpeningRange(text)!)).toBe(expected);
  });
});

describe("hasOpeningTimes", () => {
  it("is false for seven days without any", () => {
    expect(hasOpeningTimes(week(noOpeningTimes))).toBe(false);
  });

  it("is true when a single day has some", () => {
    expect(hasOpeningTimes(["-", "-", "-", "-", "-", "-", "08:00-18:00"])).toBe(true);
  });

  it("does not count what cannot be read", () => {
    expect(hasOpeningTimes(week("nonstop"))).toBe(false);
    expect(hasOpeningTimes([])).toBe(false);
  });
});

describe("isAroundTheClock", () => {
  it.each([
    ["00:00-24:00", true],
    ["00:00-00:00", true],
    ["00:00-23:59", false],
    ["00:01-24:00", false],
    ["08:00-08:00", false],
    [noOpeningTimes, false],
  ])("of %s is %s", (text, expected) => {
    expect(isAroundTheClock(text)).toBe(expected);
  });
});
