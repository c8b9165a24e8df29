import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyUsualHours } from "#tests/support/any-usual-hours.ts";
import { isMonthDay } from "./opening-hours-syntax.ts";
import {
  alwaysOpen,
  type DayHours,
  findOverlap,
  formatUsualHours,
  isWholeYear,
  parseUsualHours,
  type UsualHours,
  wholeDay,
} from "./usual-hours.ts";

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Hours of a day from `08:00-12:00,13:00-18:00`; empty for a closed day. */
function day(text: string): DayHours {
  if (text === "") return [];
  return text.split(",").map((range) => {
    const [opens, closes] = range.split("-").map(minuteOf);
    return { opensMinute: opens, closesMinute: closes };
  });
}

/** Seven days from the hours of each; `?` is unknown. */
const week = (...texts: string[]) => texts.map((text) => (text === "?" ? null : day(text)));
const same = (text: string) => week(...Array<string>(7).fill(text));
const office = "08:00-12:00,13:00-18:00";
const workdays = week(office, office, office, office, office, "", "");
const night = "22:00-04:00";
const summer = { from: { month: 4, day: 1 }, to: { month: 9, day: 30 } };

const hours = (given: Partial<UsualHours>): UsualHours => ({ ...alwaysOpen, ...given });

describe("usual hours as a text, and back", () => {
  test.each<[string, UsualHours]>([
    ["24/7", alwaysOpen],
    ["Mo-Su 08:00-18:00", hours({ days: same("08:00-18:00") })],
    ["Mo-Fr 08:00-12:00,13:00-18:00; PH off", hours({ days: workdays, holidays: [] })],
    ["Mo-Su 22:00-04:00", hours({ days: same(night) })],
    ["Mo-Su 10:00-24:00", hours({ days: same("10:00-24:00") })],
    ["Mo-Su 00:00-24:00; PH off", hours({ holidays: [] })],
    ["Apr-Sep: Mo-Su 00:00-24:00", hours({ season: summer })],
    [
      "Nov 15-Mar 01: Mo-Su 10:00-12:00",
      hours({
        days: same("10:00-12:00"),
        season: { from: { month: 11, day: 15 }, to: { month: 3, day: 1 } },
      }),
    ],
    [
      "Feb: Mo-Su 10:00-12:00",
      hours({
        days: same("10:00-12:00"),
        season: { from: { month: 2, day: 1 }, to: { month: 2, day: 29 } },
      }),
    ],
    [
      "Apr-Sep: Mo-Fr 08:00-12:00,13:00-18:00; Apr-Sep: PH 10:00-12:00",
      hours({ days: workdays, season: summer, holidays: day("10:00-12:00") }),
    ],
    [
      "Mo,We,Su 08:00-10:00; Tu 09:00-10:00",
      hours({
        days: week("08:00-10:00", "09:00-10:00", "08:00-10:00", "", "", "", "08:00-10:00"),
      }),
    ],
    // Over midnight, so that each night lasts beside the next day's hours.
    [
      "Mo-Th 08:00-22:00, Fr-Sa 22:00-04:00",
      hours({ days: week(...Array(4).fill("08:00-22:00"), night, night, "") }),
    ],
    ["Tu-Su unknown; Mo 08:00-10:00", hours({ days: week("08:00-10:00", ..."??????") })],
    ["Sa unknown, Fr 22:00-04:00", hours({ days: week("", "", "", "", night, "?", "") })],
    ["Mo-Su off", hours({ days: same("") })],
    ["Mo-Su off; PH 10:00-12:00", hours({ days: same(""), holidays: day("10:00-12:00") })],
    ["Tu-Su unknown; Mo off", hours({ days: week("", ..."??????") })],
  ])("%s", (text, given) => {
    expect(formatUsualHours(given)).toBe(text);
    expect(parseUsualHours(text)).toEqual(given);
  });

  test("round-trip, for any hours", () => {
    fc.assert(
      fc.property(anyUsualHours, (given) => {
        expect(parseUsualHours(formatUsualHours(given))).toEqual(given);
      }),
    );
  });

  test.each([
    ["08:00-18:00", { days: same("08:00-18:00") }],
    ["Mo-Su 08:00-20:00; Sa off", { days: same("08:00-20:00").with(5, []) }],
    [
      "Fr-Mo 08:00-09:00;",
      { days: week(...["08:00-09:00", "", "", ""], ...Array(3).fill("08:00-09:00")) },
    ],
    ["Mo-Fr 13:00-18:00,08:00-12:00; PH closed", { days: workdays, holidays: [] }],
    ["Apr 01-Sep 30 Mo-Su 08:00-10:00", { days: same("08:00-10:00"), season: summer }],
    ["Mo, Tu 08:00-10:00", { days: week("08:00-10:00", "08:00-10:00", "", "", "", "", "") }],
    ["24/7; PH off", { holidays: [] }],
  ] as [string, Partial<UsualHours>][])("are read from %s", (text, given) => {
    expect(parseUsualHours(text)).toEqual(hours(given));
  });

  test.each([
    "",
    "sunrise-sunset",
    "Mo-Fr 08:00+",
    "Mo[1] 08:00-10:00",
    '"by appointment"',
    "unknown",
    "PH off",
    "PH off; Mo-Fr 08:00-18:00",
    "Mo-Fr,PH 08:00-18:00",
    "Mo-Fr 08:00-18:00, PH off",
    "PH 08:00-10:00, Mo 08:00-10:00",
    "Mo-Fr 08:00-18:00; PH unknown",
    "Apr-Sep: Mo-Fr 08:00-18:00; Oct-Mar: Mo-Fr 08:00-16:00",
    "Apr-Sep: Mo-Fr 08:00-18:00; PH 10:00-12:00",
    "Apr-Sep 15: Mo-Fr 08:00-18:00",
    "Nov 15-Feb 29: Mo 08:00-10:00",
    // The rest of the year is unknown.
    "Apr-Sep: Mo-Su off",
    "Oct-May off",
    "Apr 31-Jun 01: Mo 08:00-10:00",
    // Replacing rules end a night at midnight.
    "Fr 22:00-04:00; Sa 10:00-12:00",
    "Mo-Fr 08:00-10:00, We 12:00-14:00",
    "Fr 22:00-04:00, Sa unknown",
    "Mo-Fr 08:00-10:00; 12:00-14:00",
    "Mo 08:00-10:00, Tu 08:00-10:00; We 08:00-10:00",
    "Mo 25:00-26:00",
    "Mo 08:60-10:00",
    "Mo 08:00-08:00",
    "Mo 08:00-12:00,11:00-13:00",
    'Mo 08:00-12:00 || "x"',
  ])("are not parsed from '%s'", (text) => {
    expect(parseUsualHours(text)).toBeNull();
  });
});

test.each([
  ["08:00-12:00", null],
  ["08:00-12:00,12:00-18:00", null],
  ["08:00-12:00,11:59-18:00", 719],
  ["11:59-18:00,08:00-12:00", 719],
  ["22:00-04:00", null],
  ["04:00-10:00,22:00-04:00", null],
  ["03:59-10:00,22:00-04:00", 1320],
  ["22:00-04:00,23:00-24:00", 1380],
  ["08:00-08:00", 480],
  ["00:00-24:00", null],
  ["00:00-24:00,12:00-13:00", 720],
])("the ranges %s overlap from minute %j", (text, opens) => {
  expect(findOverlap(day(text))?.opensMinute ?? null).toBe(opens);
  expect(findOverlap(wholeDay)).toBeNull();
});

test.each([
  [1, 31, true],
  [2, 29, true],
  [2, 30, false],
  [4, 31, false],
  [0, 1, false],
  [13, 1, false],
  [5, 0, false],
  [5, 1.5, false],
  [5, Number.NaN, false],
])("the day %d/%d is one of a year: %s", (month, day, isOne) => {
  expect(isMonthDay({ month, day })).toBe(isOne);
});

test.each([
  [[1, 1], [12, 31], true],
  [[1, 1], [12, 30], false],
  [[3, 1], [2, 28], true],
  [[3, 1], [2, 29], true],
  [[3, 1], [2, 27], false],
  [[9, 30], [9, 29], true],
  [[9, 30], [9, 28], false],
  [[9, 30], [9, 30], false],
  [[9, 30], [8, 29], false],
] as const)(
  "a season from %j to %j is the whole year: %s",
  ([fromMonth, from], [toMonth, to], whole) => {
    const season = { from: { month: fromMonth, day: from }, to: { month: toMonth, day: to } };
    expect(isWholeYear(season)).toBe(whole);
    const text = formatUsualHours(hours({ days: same("08:00-18:00"), season }));
    expect(text === "Mo-Su 08:00-18:00").toBe(whole);
  },
);
