import { describe, expect, it } from "vitest";
import {
  hasOpeningTimes,
  isAroundTheClock,
  isOvernight,
  isUnknownOn,
  noOpeningTimes,
  openingDayRuns,
  parseOpeningRange,
  publishTimes,
  weekOf,
} from "./seven-entries.ts";

const week = (entry: string) => Array.from({ length: 7 }, () => entry);

describe("parseOpeningRange", () => {
  it.each([
    ["08:00-18:00", 480, 1080],
    ["00:00-24:00", 0, 1440],
    ["00:00-00:00", 0, 0],
    ["22:00-06:00", 1320, 360],
    ["23:59-24:00", 1439, 1440],
    ["09:05-09:06", 545, 546],
  ])("parses %s", (text, opensMinute, closesMinute) => {
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

  it("is true when a single day has opening times", () => {
    expect(hasOpeningTimes(["-", "-", "-", "-", "-", "-", "08:00-18:00"])).toBe(true);
  });

  it("does not count malformed entries", () => {
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

describe("isUnknownOn", () => {
  it.each([
    ["any day of a week of which nothing is known", week("-"), 0, true],
    ["a closed day of a week that is closed throughout", week("closed"), 6, false],
    ["the one closed day of an unknown week", ["closed", ...week("-").slice(1)], 0, false],
    ["another day of the same", ["closed", ...week("-").slice(1)], 1, true],
    [
      "a day without times of a week that has some",
      ["08:00-18:00", ...week("-").slice(1)],
      1,
      false,
    ],
  ])("%s", (_, times, weekday, expected) => {
    expect(isUnknownOn(times, weekday)).toBe(expected);
  });
});

describe("a week on the wire", () => {
  const times = ["08:00-18:00", "-", "closed", "-", "-", "-", "closed"];

  it("has no value for closed, but a field with the closed days", () => {
    expect(publishTimes(times)).toEqual({
      opening_times: ["08:00-18:00", "-", "-", "-", "-", "-", "-"],
      closed_days: [2, 6],
    });
    expect(publishTimes(week("-"))).toEqual({ opening_times: week("-") });
  });

  it("is the same week again", () => {
    expect(weekOf(publishTimes(times))).toEqual(times);
    expect(weekOf({ opening_times: week("-") })).toEqual(week("-"));
  });

  it("is open where it has times, even on a day that is called closed", () => {
    expect(weekOf({ opening_times: week("08:00-18:00"), closed_days: [0] })).toEqual(
      week("08:00-18:00"),
    );
  });
});

describe("openingDayRuns", () => {
  const [day, late, none] = ["08:00-18:00", "10:00-20:00", "-"];

  it.each([
    ["one run for a week that is the same every day", Array(7).fill(day), [[0, 6, day]]],
    ["one run for a week of unknown times", Array(7).fill(none), [[0, 6, none]]],
    [
      "working days and the weekend apart",
      [day, day, day, day, day, none, none],
      [
        [0, 4, day],
        [5, 6, none],
      ],
    ],
    [
      "the first and the last day by themselves",
      [none, day, day, day, day, day, late],
      [
        [0, 0, none],
        [1, 5, day],
        [6, 6, late],
      ],
    ],
    [
      "the same times in two runs where another day is in between",
      [day, late, day, day, day, day, day],
      [
        [0, 0, day],
        [1, 1, late],
        [2, 6, day],
      ],
    ],
  ])("makes %s", (_, week, runs) => {
    const expected = runs.map(([firstWeekday, lastWeekday, times]) => ({
      firstWeekday,
      lastWeekday,
      times,
    }));
    expect(openingDayRuns(week)).toEqual(expected);
  });
});
