import { expect, it, test } from "vitest";
import { openingDayFault, openingDayRuns } from "./opening-days.ts";

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
    "the same times apart where another day stands between",
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
])("'%s' → %s", (text, fault) => {
  expect(openingDayFault(text)).toBe(fault);
});
