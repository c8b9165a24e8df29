import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseEvaluableRules } from "#domain/opening/hours-evaluation.ts";
import { ZoneClock } from "#domain/opening/local-time.ts";
import { changeAt, openingAfter } from "#domain/opening/status-changes.ts";
import { publishOpening, quarterOf } from "#domain/place/published-opening.ts";
import { isPublicHoliday } from "./evaluate-hours.ts";
import { findHoursError } from "./explain-hours.ts";
import { forecastByText, forecastOpening, openingAt, openingToday } from "./forecast-opening.ts";

interface SitedText {
  text: string;
  country: string;
  timeZone: string;
  sun: { longitude: number; latitude: number } | null;
}

const unknownWeek = Array<string>(7).fill("-");

function scheduleOf({ text, country, timeZone, sun }: SitedText) {
  const position = sun === null ? "" : `${sun.latitude},${sun.longitude}`;
  return { openingTimes: unknownWeek, timeZone, hours: { text, country, position } };
}

function forecastOfText(hours: SitedText, fromMs: number, untilMs: number) {
  return forecastByText(scheduleOf(hours), fromMs, untilMs);
}

const budapest = { country: "HU", timeZone: "Europe/Budapest", sun: null };
const inBudapest = { longitude: 19.05, latitude: 47.5 };

const days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/** Statuses by the letters of the tables below. */
const statusLetters: Record<string, string> = {
  o: "open",
  c: "closed",
  cs: "closes-soon",
  os: "opens-soon",
  n: "none",
};

/** Wall time of `Mo 08:00` in the week of Monday 15 June 2026, or of a date and time. */
function wallTime(when: string): number {
  const [day, time] = when.split(" ");
  const date = days.includes(day) ? `2026-06-${15 + days.indexOf(day)}` : day;
  return Date.parse(`${date}T${time}:00Z`);
}

const hourMs = 3_600_000;

/** Statuses by a text at some times of the clock, `Mo 08:00 o`, in the same form. */
function statusesAt(text: string, moments: readonly string[], site: Partial<typeof budapest> = {}) {
  const hours = { ...budapest, ...site, text };
  return moments.map((moment) => {
    const when = moment.slice(0, moment.lastIndexOf(" "));
    const at = ZoneClock.of(hours.timeZone).instantOf(wallTime(when));
    const forecast = forecastOfText(hours, at, at + hourMs);
    const status = forecast === null ? "not read" : changeAt(forecast, at).status;
    const letter =
      Object.keys(statusLetters).find((key) => statusLetters[key] === status) ?? status;
    return `${when} ${letter}`;
  });
}

/** `"Mo 08:00 o, c 18:01"` as a list: a time without a day is on the day before it. */
function moments(short: string): string[] {
  let day = "";
  return short.split(", ").map((part) => {
    const tokens = part.split(" ");
    if (tokens.length === 3) [day] = tokens;
    return tokens.length === 3 ? part : `${day} ${part}`;
  });
}

describe("a text of opening hours in an ordinary week", () => {
  test.each([
    // One range a day: both of its minutes count, and half an hour is soon.
    [
      "Mo-Fr 08:00-18:00",
      "Mo 07:29 c, 07:30 os, 07:59 os, 08:00 o, 17:29 o, 17:30 cs, 18:00 cs, 18:01 c, Fr 18:01 c, Sa 12:00 c, Su 12:00 c",
    ],
    ["Mo-Su 06:00-22:00", "Mo 05:59 os, 06:00 o, Su 22:00 cs, 22:01 c"],
    ["06:00-22:00", "We 05:29 c, 05:30 os, 21:45 cs"],
    ["Mo-Sa 09:00-17:00", "Sa 09:00 o, Su 10:00 c"],
    ["Sa,Su 10:00-16:00", "Fr 12:00 c, Sa 09:30 os, 12:00 o, Su 16:00 cs"],
    [
      "Mo,We,Fr 09:00-12:00",
      "Mo 09:00 o, Tu 09:00 c, We 12:00 cs, 12:01 c, Th 10:00 c, Fr 10:00 o",
    ],
    ["Fr-Mo 10:00-18:00", "Th 12:00 c, Fr 12:00 o, Sa 12:00 o, Su 12:00 o, Mo 12:00 o, Tu 12:00 c"],
    ["Tu 08:00-09:00", "Tu 08:00 o, 08:15 o, 08:30 cs, 09:01 c, We 08:30 c"],
    ["Mo 08:00-08:20", "Mo 07:59 os, 08:00 cs, 08:20 cs, 08:21 c"],
    ["Mo-Fr 07:30-19:30; Sa 08:00-14:00", "Fr 19:00 cs, Sa 07:45 os, 13:29 o, 14:01 c, Su 10:00 c"],
    [
      "Mo-Fr 08:00-20:00; Sa 08:00-18:00; Su 10:00-16:00",
      "Mo 19:00 o, Sa 19:00 c, Su 09:00 c, 12:00 o",
    ],
    ["Mo-Th 08:00-16:30; Fr 08:00-14:00", "Th 16:00 cs, Fr 13:30 cs, 14:00 cs, 14:30 c"],
    ["Mo-Su 08:00-18:00; Su off", "Sa 12:00 o, Su 12:00 c"],
    ["Mo-Su 08:00-18:00; We closed", "Tu 12:00 o, We 12:00 c"],
    // Other times of a text that only closes are unknown.
    ["Mo off", "Su 12:00 n, Mo 00:00 c, 12:00 c, Tu 00:00 n, 12:00 n"],
    ["PH off", "Mo 12:00 n, 2026-08-20 12:00 c, 2026-08-21 12:00 n"],
    ["Oct-May off", "We 12:00 n, 2026-09-30 12:00 n, 2026-10-01 00:00 c, 2026-10-15 12:00 c"],
    ["Mo off; Jun 18 off;", "Mo 12:00 c, Tu 12:00 n, Th 12:00 c"],
    ["Mo 12:00-13:00 off", "Mo 11:00 n, 12:30 c, 14:00 n"],
    ["off", "Mo 12:00 c, Su 12:00 c"],
    ["Mo-Su closed", "Mo 12:00 c, Su 12:00 c"],
    ["Tu 10:00-12:00, Mo off", "Mo 11:00 c, Tu 11:00 o, We 11:00 c"],
    // Library and people interpret the early hours of a night beside a day that is off differently.
    [
      "Mo-Su 18:00-03:00; We off",
      "Tu 19:00 o, We 01:00 n, 03:30 c, 19:00 c, Th 01:00 n, 04:00 c, 19:00 o, Fr 01:00 o, 04:00 c",
    ],
    [
      "Mo-Su 18:00-27:00; We off",
      "Tu 19:00 o, We 01:00 n, 03:30 c, 19:00 c, Th 01:00 n, 04:00 c, 19:00 o, Fr 01:00 o, 04:00 c",
    ],
    [
      "Mo-Fr 18:00-03:00, Sa,Su 19:00-02:00; PH off",
      "2026-10-22 19:00 o, 2026-10-23 01:00 n, 2026-10-23 19:00 c, 2026-10-24 01:00 n, 2026-10-24 19:30 o",
    ],
    // Later rules take precedence.
    ["Mo-Fr 08:00-18:00; We 12:00-16:00", "Tu 09:00 o, We 09:00 c, 12:00 o, 16:01 c"],
    ["08:00-18:00; Sa 10:00-12:00", "Sa 09:00 c, 11:00 o, Su 09:00 o"],
    ["Mo-Fr 10:00-12:00; Mo-Fr 14:00-16:00", "Mo 11:00 c, 15:00 o"],
    ["Mo-Fr 10:00-12:00, Mo-Fr 14:00-16:00", "Mo 11:00 o, 13:00 c, 15:00 o"],
    // Several ranges a day.
    [
      "Mo-Fr 08:00-12:00,13:00-18:00",
      "Mo 11:30 cs, 12:00 cs, 12:01 c, 12:29 c, 12:30 os, 12:59 os, 13:00 o, 18:00 cs",
    ],
    ["Mo-Fr 08:00-12:00, 13:00-18:00", "Mo 12:15 c, 13:00 o"],
    ["08:00-12:00,12:10-18:00", "Mo 12:00 cs, 12:01 os, 12:09 os, 12:10 o"],
    [
      "Mo-Su 06:00-10:00,11:00-15:00,16:00-22:00",
      "Mo 10:01 c, 10:30 os, 15:00 cs, 15:59 os, 22:01 c",
    ],
    ["Mo-Fr 09:00-12:00,14:00-18:00; Sa 09:00-12:00", "Fr 13:00 c, 14:00 o, Sa 13:00 c, 15:00 c"],
    ["Mo-Fr 08:00-12:00,12:00-18:00", "Mo 11:45 o, 12:00 o, 17:45 cs"],
    ["Tu-Su 10:00-13:00,15:00-19:00", "Mo 11:00 c, Tu 11:00 o, 14:00 c, Su 18:00 o"],
    // Around the clock and past midnight.
    ["24/7", "Mo 00:00 o, 23:59 o, Su 03:00 o"],
    ["Mo-Su 00:00-24:00", "Mo 00:00 o, 23:45 o, Su 23:59 o"],
    ["00:00-24:00", "Th 04:00 o"],
    ["Mo-Fr 00:00-24:00", "Mo 00:00 o, Fr 23:29 o, 23:30 cs, Sa 00:00 c, Su 23:29 c, 23:30 os"],
    [
      "Fr-Su 22:00-06:00",
      "Fr 21:45 os, 23:00 o, Sa 05:45 cs, 06:00 cs, 06:01 c, Mo 03:00 o, 06:01 c, Tu 03:00 c",
    ],
    ["22:00-02:00", "Mo 01:59 cs, 02:00 cs, 02:01 c, 22:00 o, 23:59 o"],
    ["18:00-24:00", "Mo 23:29 o, 23:30 cs, 23:59 cs, Tu 00:00 c"],
    ["Mo-Th 18:00-02:00; Fr,Sa 18:00-04:00", "Tu 01:00 o, Sa 03:00 o, Su 03:00 o, Mo 01:00 c"],
    ["Fr 20:00-26:00", "Fr 23:00 o, Sa 01:59 cs, 02:00 cs, 02:01 c"],
    ["10:00-02:00", "Mo 01:00 o, 02:01 c, 09:45 os, 23:59 o"],
    ["Sa 22:00-03:00", "Su 02:00 o, 03:01 c, Mo 02:00 c"],
    ["Su 20:00-04:00", "Mo 03:00 o, 04:01 c"],
    ["06:00-00:00", "Mo 00:00 c, 05:45 os, 23:59 cs"],
    ["Mo-Su 05:00-23:30", "Mo 23:30 cs, 23:31 c"],
    ["Mo-Su 05:00-01:00", "Mo 00:59 cs, 01:01 c, 23:45 o"],
    ["00:00-12:00,12:00-24:00", "Mo 12:00 o, 23:45 o"],
    ["Mo 12:00-24:00; Tu 00:00-08:00", "Mo 23:45 o, Tu 00:00 o, 07:45 cs, 08:01 c"],
    // Seasons, by month and by date.
    [
      "Apr-Oct 08:00-20:00",
      "Mo 12:00 o, 2026-11-02 12:00 c, 2026-10-31 12:00 o, 2026-03-31 12:00 c, 2026-04-01 12:00 o",
    ],
    ["Apr-Oct: 08:00-20:00", "Mo 20:01 c, 2026-12-01 12:00 c"],
    [
      "May-Sep Mo-Su 09:00-21:00; Oct-Apr off",
      "Mo 09:00 o, 2026-10-01 12:00 c, 2026-09-30 12:00 o",
    ],
    [
      "Apr-Oct 07:00-21:00; Nov-Mar 08:00-16:00",
      "Mo 20:00 o, 2026-12-15 20:00 c, 2026-12-15 15:45 cs",
    ],
    ["Nov-Mar 08:00-16:00", "Mo 12:00 c, 2026-12-07 12:00 o, 2027-02-15 12:00 o"],
    [
      "May 1-Sep 30: 09:00-21:00; Oct 1-Apr 30: 10:00-16:00",
      "Mo 20:00 o, 2026-11-16 20:00 c, 2026-11-16 12:00 o",
    ],
    [
      "Mar 15-Oct 15 08:00-20:00",
      "2026-03-14 12:00 c, 2026-03-15 12:00 o, 2026-10-15 19:00 o, 2026-10-16 12:00 c",
    ],
    ["Jun 15 10:00-12:00", "Mo 11:00 o, Tu 11:00 c"],
    ["Dec 24-26 off; Mo-Su 08:00-18:00", "2026-12-25 12:00 o"],
    [
      "Mo-Su 08:00-18:00; Dec 25-26 off",
      "2026-12-25 12:00 c, 2026-12-26 12:00 c, 2026-12-27 12:00 o",
    ],
    ["Mo-Su 08:00-18:00; Dec 31 08:00-12:00", "2026-12-31 13:00 c, 2026-12-31 11:00 o"],
    ["24/7; Jan-Feb off", "2027-01-15 12:00 c, 2027-03-01 00:00 o, Mo 12:00 o"],
    [
      "Jun-Aug 00:00-24:00; Sep-May 06:00-22:00",
      "Mo 03:00 o, 2026-09-02 03:00 c, 2026-08-31 23:29 o, 2026-08-31 23:30 cs",
    ],
    [
      "Jun-Aug Mo-Fr 08:00-20:00; Jun-Aug Sa-Su 10:00-18:00; Sep-May 10:00-16:00",
      "Sa 19:00 c, Fr 19:00 o, 2026-10-07 15:00 o",
    ],
    ["May-Sep Sa,Su 10:00-18:00", "Sa 12:00 o, Fr 12:00 c, 2026-10-03 12:00 c"],
    ["2026 Jun 1-2026 Jun 30 08:00-16:00", "Mo 12:00 o, 2026-07-01 12:00 c, 2027-06-15 12:00 c"],
    ["2026 08:00-16:00", "Mo 12:00 o, 2027-06-15 12:00 c"],
    ["2026-2030 Mo-Fr 08:00-16:00", "Mo 12:00 o, Sa 12:00 c, 2029-06-15 12:00 o"],
    ["2025 08:00-16:00", "Mo 12:00 c"],
    ["Oct-Mar 07:00-17:00; Apr-Sep 07:00-21:00; Dec 24 off", "Mo 20:00 o, 2026-12-24 12:00 c"],
    ["Nov 1-Mar 31 08:00-16:00", "2027-01-10 12:00 o, Mo 12:00 c"],
    ["Jan-Dec 08:00-18:00", "Mo 12:00 o, 2026-12-15 18:01 c"],
    // Weeks and weekdays of a month.
    ["week 20-37: 00:00-24:00", "Mo 03:00 o, 2026-10-15 12:00 c"],
    ["week 25 Mo 10:00-12:00", "Mo 11:00 o, 2026-06-22 11:00 c"],
    ["week 1-53/2 Mo 10:00-12:00", "Mo 11:00 o, 2026-06-22 11:00 c"],
    ["week 2-52/2 Mo 10:00-12:00", "Mo 11:00 c, 2026-06-22 11:00 o"],
    ["Su[1] 10:00-12:00", "2026-06-07 11:00 o, 2026-06-14 11:00 c, 2026-07-05 11:00 o"],
    ["Su[-1] 10:00-12:00", "2026-06-28 11:00 o, Su 11:00 c"],
    ["Sa[2,4] 09:00-13:00", "2026-06-13 10:00 o, Sa 10:00 c, 2026-06-27 10:00 o"],
    ["Mo-Fr 10:00-16:00; Mo[1] off", "2026-06-01 12:00 c, 2026-06-08 12:00 o"],
    ["Mo-Fr 08:00-18:00; Sa[1-3] 10:00-12:00", "Sa 11:00 o, 2026-06-27 11:00 c"],
    ["easter 10:00-12:00", "2026-04-05 11:00 o, 2026-04-06 11:00 c, 2027-03-28 11:00 o"],
    ["easter -2 days off; 08:00-18:00", "2026-04-03 12:00 o"],
    ["08:00-18:00; easter -2 days off", "2026-04-03 12:00 c, 2026-04-04 12:00 o"],
    ["easter-Oct 31 08:00-20:00", "Mo 12:00 o, 2026-12-15 12:00 c"],
    // Conditions, comments and open ends.
    ['"by appointment"', "Mo 12:00 n, Su 03:00 n"],
    ['Mo-Fr 08:00-18:00 "by appointment"', "Mo 07:45 c, 12:00 n, 18:00 c, Sa 12:00 c"],
    ["unknown", "Mo 12:00 n"],
    ["Mo-Fr 08:00-16:00; Sa unknown", "Fr 12:00 o, Sa 12:00 n, Su 12:00 c"],
    ['10:00-16:00 || "on request"', "Mo 09:45 n, 12:00 o, 15:45 o, 16:30 n"],
    ['Mo-Fr 08:00-18:00 || "on request"', "Mo 12:00 o, Sa 12:00 n"],
    ['Mo-Fr 08:00-18:00 open "key at the bar"', "Mo 12:00 o, 17:45 cs, 18:01 c"],
    ['off "renovation"', "Mo 12:00 c"],
    ['24/7 "code needed"', "Mo 12:00 n"],
    ["Mo-Fr 08:00+", "Mo 07:45 c, 12:00 n, 23:00 n, Tu 07:00 c, Sa 12:00 c"],
    ["Mo-Fr 08:00-18:00+", "Mo 12:00 o, 17:45 o, 18:30 n, Su 12:00 c"],
    ["off", "Mo 12:00 c"],
    ["closed", "Mo 12:00 c"],
    ["24/7 closed", "Mo 12:00 c"],
    ["Mo-Su off", "Mo 12:00 c"],
    ['Mo-Fr 09:00-17:00; "holidays by appointment"', "Mo 12:00 n"],
    // As people write.
    ["mo-fr 08:00-18:00", "Mo 12:00 o, Sa 12:00 c"],
    ["MO-FR 08:00-18:00", "Mo 12:00 o, Sa 12:00 c"],
    ["Mo–Fr 08:00–18:00", "Mo 12:00 o, 18:01 c"],
    ["Mo-Fr 8-18", "Mo 12:00 o, 18:01 c"],
    ["Mo-Fr 8:00-18:00", "Mo 08:00 o, 07:59 os"],
    ["Mo-Fr 08.00-18.00", "Mo 12:00 o"],
    ["Mon-Sat 10:00-18:00; Sun 12:00-16:00", "Sa 12:00 o, Su 11:00 c, 12:00 o"],
    ["Mo-Su: 06:00-21:50", "Mo 21:50 cs, 21:51 c"],
    ["8am-5pm", "Mo 08:00 o, 17:01 c"],
    ["Hétfő-Péntek 8-16", "Mo 12:00 o, Sa 12:00 c"],
    ["täglich 10:00-20:00 Uhr", "Su 12:00 o, 20:01 c"],
    [" Mo-Fr 08:00-18:00; ", "Mo 12:00 o"],
    ["Mo-Fr 08:00-18:00;Sa 09:00-13:00", "Sa 12:00 o"],
    ["Mo-Fr 08:00-18:00 ; Sa 09:00-13:00", "Sa 12:00 o"],
    ["Mo - Fr 08:00 - 18:00", "Mo 12:00 o, Sa 12:00 c"],
    ["Mo-Fr 08:00-18:00, Sa 09:00-13:00", "Fr 12:00 o, Sa 12:00 o, 13:01 c"],
    ["Mo-Fr from 08:00 to 18:00", "Mo 12:00 o, 18:01 c"],
    ["Montag-Freitag 08:00-18:00", "Mo 12:00 o, Su 12:00 c"],
    ["Mo & We 08:00-12:00", "Mo 10:00 o, We 10:00 o, Tu 10:00 c"],
    ["Mo-Fr 08:00-18:00 off; Sa 10:00-12:00", "Mo 12:00 c, Sa 11:00 o"],
    ["Mo-Fr 06:30-20:15", "Mo 06:15 os, 20:15 cs, 20:16 c"],
    ["Mo-Fr 09:00-16:59", "Mo 16:59 cs, 17:00 c"],
    ["Mo-Su 09:00-23:59", "Mo 23:59 cs, Tu 00:00 c"],
    ["Mo,Tu,Th 08:00-15:30; We 08:00-18:00; Fr 08:00-13:00", "We 17:00 o, Th 15:30 cs, Fr 13:01 c"],
    ["Tu-Fr 10:00-18:00; Sa-Su 10:00-19:00", "Mo 12:00 c, Su 18:45 cs"],
    ["Mo-Sa 05:30-23:00; Su 06:00-22:00", "Su 05:45 os, 22:01 c, Mo 05:30 o"],
    ["Mo-Fr 04:30-24:00; Sa,Su 05:00-24:00", "Fr 23:45 cs, Sa 00:00 c, 04:45 os"],
    ["Th 08:00-20:00; Mo-We,Fr 08:00-16:00", "Th 19:00 o, Fr 17:00 c"],
    ["Sa 08:00-12:00", "Fr 12:00 c, Sa 12:00 cs, 12:01 c"],
    ["Su-Th 10:00-22:00; Fr-Sa 10:00-24:00", "Sa 23:00 o, Su 23:00 c"],
    ["Mo-Fr 07:00-19:00; Sa-Su 08:00-18:00; PH 08:00-18:00", "Mo 07:00 o, Su 07:45 os"],
    ["PH,Mo-Su 08:00-18:00", "Mo 12:00 o"],
    ["PH off; Mo-Fr 08:00-18:00", "Mo 12:00 o"],
    ["PH 10:00-12:00", "Mo 11:00 c"],
    ["Mo-Fr 08:00-18:00; PH,Sa,Su off", "Sa 12:00 c, Mo 12:00 o"],
  ])("%s", (text, short) => {
    const expected = moments(short);
    expect(statusesAt(text, expected)).toEqual(expected);
  });
});

test.each([
  // Ambiguous texts, and nonsense.
  ...["9-5", "Mo-Fr", "daily", "May-Oct", "open", "yes", "", "Summer", "Mo 10:00", "asdf", "🚻"],
  ...["nyitva reggel 8-tól", "Mo-Fr 25:00-26:00", "Mo-Fr 0800-1800", "08:00-18:00 ".repeat(22)],
])("%j has no forecast", (text) => {
  expect(statusesAt(text, ["Mo 12:00 -"])).toEqual(["Mo 12:00 not read"]);
});

test("school holidays are unknown in a country without any in the library, in every year", () => {
  const text = "Mo-Fr 08:00-16:00; SH off";
  expect(statusesAt(text, ["Mo 12:00 -"], { country: "GB" })).toEqual(["Mo 12:00 not read"]);
});

describe("public holidays of Hungary", () => {
  // Labour Code (Act I of 2012), § 102 (1), and the Sundays of Easter and Whitsun, when its
  // rules for public holidays hold as well.
  const fixed = ["01-01", "03-15", "05-01", "08-20", "10-23", "11-01", "12-25", "12-26"];
  test.each([
    [2024, ["03-29", "03-31", "04-01", "05-19", "05-20"]],
    [2025, ["04-18", "04-20", "04-21", "06-08", "06-09"]],
    [2026, ["04-03", "04-05", "04-06", "05-24", "05-25"]],
    [2027, ["03-26", "03-28", "03-29", "05-16", "05-17"]],
  ])("in %i are those of the law", (year, moving) => {
    const found: string[] = [];
    for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += 24 * hourMs) {
      if (isPublicHoliday("HU", day)) found.push(new Date(day).toISOString().slice(5, 10));
    }
    expect(found).toEqual([...fixed, ...moving].sort());
  });

  test.each([
    ["Mo-Fr 08:00-18:00; PH off", "2026-08-20 12:00 c, 2026-08-19 12:00 o, 2026-10-23 12:00 c"],
    ["Mo-Fr 08:00-18:00, PH off", "2026-08-20 12:00 c, 2026-08-19 12:00 o"],
    ["Mo-Fr 08:00-18:00", "2026-08-20 12:00 o"],
    ["Mo-Su,PH 05:00-23:30", "2026-08-20 12:00 o"],
    [
      "Mo-Fr 08:00-22:00; Sa,Su,PH 09:00-22:00",
      "2026-05-25 08:15 c, 2026-05-25 08:45 os, 2026-05-26 08:15 o",
    ],
    ["24/7; PH off", "2025-12-26 12:00 c, 2025-12-27 00:00 o, 2025-12-24 23:45 cs"],
    [
      "Mo-Su 08:00-18:00; PH 10:00-12:00",
      "2024-03-29 09:00 c, 2024-03-29 11:00 o, 2024-04-01 13:00 c",
    ],
    ["PH off; Mo-Fr 08:00-18:00", "2027-05-17 12:00 o, 2027-05-16 12:00 c"],
    ["Mo-Fr 08:00-16:00; PH closed", "2027-11-01 12:00 c, 2027-11-02 12:00 o"],
    ["Mo-Fr 08:00-12:00,13:00-17:00; PH off", "2024-11-01 14:00 c, 2024-10-31 14:00 o"],
    ["PH 10:00-12:00", "2026-01-01 11:00 o"],
    ["Apr-Oct Mo-Su 08:00-20:00; PH off", "2026-05-01 12:00 c, 2026-05-02 12:00 o"],
    ["Mo-Fr 08:00-18:00; Sa 08:00-12:00; PH -1 day 08:00-12:00", "2026-08-19 14:00 c"],
  ])("%s", (text, short) => {
    const expected = moments(short);
    expect(statusesAt(text, expected)).toEqual(expected);
  });
});

describe("moved working days of Hungary", () => {
  test.each([
    // A Saturday that is worked, and the weekday of rest: known where both interpretations agree.
    [
      "Mo-Fr 08:00-16:00",
      "2026-01-10 12:00 n, 2026-01-10 07:00 c, 2026-01-02 12:00 n, 2026-01-02 17:00 c, 2026-01-03 12:00 c, 2026-01-09 12:00 o",
    ],
    [
      "Mo-Fr 08:00-16:00; Sa 08:00-12:00",
      "2026-08-08 10:00 o, 2026-08-08 13:00 n, 2026-08-21 10:00 o, 2026-08-21 13:00 n, 2026-08-21 17:00 c",
    ],
    ["Mo-Su 08:00-16:00", "2026-08-21 12:00 o, 2026-08-08 12:00 o"],
    ["08:00-16:00", "2026-08-21 12:00 o, 2026-08-08 12:00 o"],
    ["24/7", "2026-01-02 12:00 o"],
    ["Mo-Fr 08:00-18:00; PH off", "2026-12-12 12:00 n, 2026-12-24 12:00 n, 2026-12-25 12:00 c"],
    ["Sa,Su 10:00-18:00", "2026-01-10 12:00 n, 2026-01-02 12:00 n"],
    ["Tu 08:00-12:00", "2024-12-07 10:00 n, 2024-12-24 10:00 n, 2024-12-14 10:00 c"],
    ["Mo 08:00-12:00", "2024-08-03 10:00 n, 2024-08-19 10:00 n"],
    ["Fr 08:00-12:00", "2024-12-14 10:00 n, 2024-12-27 10:00 n"],
    [
      "Fr 08:00-12:00",
      "2025-05-17 10:00 n, 2025-05-02 10:00 n, 2025-10-18 10:00 n, 2025-10-24 10:00 n",
    ],
    ["We 08:00-12:00", "2025-12-13 10:00 n, 2025-12-24 10:00 n"],
    ["Th 08:00-12:00", "2026-12-12 10:00 n, 2026-12-24 10:00 n"],
    ["May-Sep Mo-Fr 08:00-16:00", "2026-08-08 12:00 n, 2026-01-10 12:00 c"],
  ])("%s", (text, short) => {
    const expected = moments(short);
    expect(statusesAt(text, expected)).toEqual(expected);
  });

  it("are of no account abroad", () => {
    const vienna = { country: "AT", timeZone: "Europe/Vienna" };
    const expected = ["2026-01-10 12:00 c", "2026-01-02 12:00 o"];
    expect(statusesAt("Mo-Fr 08:00-16:00", expected, vienna)).toEqual(expected);
  });
});

describe("public holidays of some states of a country", () => {
  it.each([
    // Corpus Christi, 4 June 2026, is a holiday in Munich and not in Hamburg.
    [
      "DE",
      "Mo-Fr 08:00-18:00; PH off",
      "2026-06-03 12:00 o, 2026-06-04 12:00 n, 2026-06-05 12:00 o",
    ],
    [
      "DE",
      "Mo-Fr 08:00-18:00; PH off",
      "2026-06-04 07:00 c, 2026-06-04 20:00 c, 2026-06-06 12:00 c",
    ],
    // 8 March is a holiday in Berlin.
    [
      "DE",
      "Mo-Fr 08:00-18:00; PH 10:00-14:00",
      "2027-03-08 09:00 n, 2027-03-08 12:00 o, 2027-03-08 16:00 n",
    ],
    ["DE", "Mo-Sa,PH 08:00-18:00", "2026-06-04 12:00 o, 2026-11-01 12:00 n, 2026-11-08 12:00 c"],
    ["DE", "Mo-Fr 08:00-18:00", "2026-06-04 12:00 o"],
    ["DE", "Mo-Fr 08:00-18:00; PH off", "2026-10-02 12:00 o, 2025-10-03 12:00 c"],
    [
      "DE",
      "Mo-Su 18:00-03:00; PH off",
      "2026-06-04 01:00 n, 2026-06-04 20:00 n, 2026-06-05 01:00 n, 2026-06-05 20:00 o",
    ],
    ["CH", "Mo-Fr 08:00-18:00; PH off", "2026-06-04 12:00 n, 2025-08-01 12:00 c"],
    // In Austria Corpus Christi is a holiday everywhere.
    ["AT", "Mo-Fr 08:00-18:00; PH off", "2026-06-04 12:00 c"],
    ["HU", "Mo-Fr 08:00-18:00; PH off", "2026-06-04 12:00 o"],
  ])("%s: %s", (country, text, short) => {
    const expected = moments(short);
    expect(statusesAt(text, expected, { country, timeZone: "Europe/Berlin" })).toEqual(expected);
  });
});

describe("clocks and countries", () => {
  test.each([
    // Texts are evaluated in wall time, also on days with 23 or 25 hours.
    [
      "02:30-10:00",
      "HU",
      "Europe/Budapest",
      "2026-03-29T00:59Z closed, 2026-03-29T01:00Z open, 2026-03-29T07:45Z closes-soon, 2026-03-29T08:01Z closed",
    ],
    [
      "08:00-18:00",
      "HU",
      "Europe/Budapest",
      "2026-10-25T05:59Z closed, 2026-10-25T06:30Z opens-soon, 2026-10-25T07:00Z open, 2026-10-25T17:01Z closed",
    ],
    [
      "22:00-02:30",
      "HU",
      "Europe/Budapest",
      "2026-10-24T23:59Z open, 2026-10-25T00:30Z closes-soon, 2026-10-25T00:31Z closed, 2026-10-25T01:00Z closes-soon, 2026-10-25T01:31Z closed",
    ],
    ["24/7", "HU", "Europe/Budapest", "2026-03-29T00:59Z open, 2026-03-29T01:00Z open"],
    [
      "08:00-18:00",
      "US",
      "America/New_York",
      "2026-06-15T11:59Z opens-soon, 2026-06-15T12:00Z open, 2026-06-15T22:01Z closed",
    ],
    ["08:00-18:00", "NZ", "Pacific/Auckland", "2026-06-14T20:00Z open, 2026-06-15T06:01Z closed"],
    ["08:00-18:00", "NP", "Asia/Kathmandu", "2026-06-15T02:14Z opens-soon, 2026-06-15T02:15Z open"],
    [
      "Mo 00:00-24:00",
      "NZ",
      "Pacific/Auckland",
      "2026-06-14T11:59Z opens-soon, 2026-06-14T12:00Z open, 2026-06-15T12:00Z closed",
    ],
    [
      "Mo-Fr 08:00-18:00; PH off",
      "DE",
      "Europe/Berlin",
      "2026-10-03T10:00Z closed, 2026-05-14T10:00Z closed, 2026-05-15T10:00Z open",
    ],
    [
      "Mo-Fr 08:00-18:00; PH off",
      "AT",
      "Europe/Vienna",
      "2026-10-26T10:00Z closed, 2026-08-20T10:00Z open",
    ],
    ["Mo-Fr 08:00-18:00; PH off", "NO", "Europe/Oslo", "2027-05-17T10:00Z closed"],
    // A country without holidays in the library: they count as ordinary days.
    ["Mo-Fr 08:00-18:00; PH off", "LI", "Europe/Vaduz", "2026-12-25T10:00Z open"],
  ])("%s in %s (%s): %s", (text, country, timeZone, expected) => {
    for (const moment of expected.split(", ")) {
      const [instant, status] = moment.split(" ");
      const at = Date.parse(instant);
      const forecast = forecastOfText({ text, country, timeZone, sun: null }, at, at + hourMs)!;
      expect(`${instant} ${changeAt(forecast, at).status}`).toBe(`${instant} ${status}`);
    }
  });

  test.each([
    // Sunrise and sunset in Budapest: 04:46 and 20:44 in June, 07:31 and 15:54 in December.
    [
      "sunrise-sunset",
      "2026-06-21 04:30 os, 2026-06-21 04:50 o, 2026-06-21 20:40 cs, 2026-06-21 20:50 c",
    ],
    ["sunrise-sunset", "2026-12-21 07:20 os, 2026-12-21 07:40 o, 2026-12-21 16:00 c"],
    ["07:00-sunset", "2026-06-21 07:00 o, 2026-06-21 20:30 cs, 2026-12-21 16:00 c"],
    [
      "(sunrise+01:00)-(sunset-01:00)",
      "2026-06-21 05:00 c, 2026-06-21 06:00 o, 2026-06-21 19:50 c",
    ],
    ["dawn-dusk", "2026-06-21 04:20 o, 2026-06-21 21:40 c"],
    ["sunset-sunrise", "2026-06-21 12:00 c, 2026-06-21 23:00 o, 2026-06-22 04:00 o"],
    ["Apr-Sep 06:00-sunset; Oct-Mar off", "2026-06-21 20:00 o, 2026-12-21 12:00 c"],
  ])("%s depends on the sun at the place: %s", (text, short) => {
    const expected = moments(short);
    expect(statusesAt(text, expected, { sun: inBudapest } as object)).toEqual(expected);
  });

  it("is unknown where the sun does not rise", () => {
    const tromsø = {
      country: "NO",
      timeZone: "Europe/Oslo",
      sun: { longitude: 18.95, latitude: 69.65 },
    };
    const noon = Date.parse("2026-06-21T10:00Z");
    expect(forecastOfText({ ...tromsø, text: "sunrise-sunset" }, noon, noon + hourMs)).toBeNull();
  });

  it("uses the same clock in a process of any zone", () => {
    const former = process.env.TZ;
    const moment = ["2026-06-21 04:50 o", "2026-06-21 20:50 c"];
    try {
      for (const zone of ["Pacific/Auckland", "America/Los_Angeles", "UTC"]) {
        process.env.TZ = zone;
        expect(statusesAt("sunrise-sunset", moment, { sun: inBudapest } as object)).toEqual(moment);
      }
    } finally {
      if (former === undefined) delete process.env.TZ;
      else process.env.TZ = former;
    }
  });
});

describe("the next opening", () => {
  test.each([
    ["Mo-Fr 08:00-18:00", "2026-06-19T20:00Z", "2026-06-22T06:00Z"],
    ["Mo-Fr 08:00-18:00", "2026-06-15T05:00Z", "2026-06-15T06:00Z"],
    ["Mo-Fr 08:00-18:00", "2026-06-15T08:00Z", null],
    ["Apr-Oct 08:00-20:00", "2026-11-22T12:00Z", "2027-04-01T06:00Z"],
    ["Mo-Fr 08:00-18:00; PH off", "2026-12-23T20:00Z", null],
    ["Mo-Su 08:00-18:00; PH off", "2026-12-24T20:00Z", "2026-12-27T07:00Z"],
    ["Dec 24 10:00-12:00", "2026-12-24T13:00Z", "2027-12-24T09:00Z"],
    ["2025 08:00-16:00", "2026-06-15T08:00Z", null],
    ["off", "2026-06-15T08:00Z", null],
    ['Mo 08:00-10:00; Tu "by appointment"', "2026-06-15T12:00Z", null],
    ["Su[1] 10:00-12:00", "2026-06-15T12:00Z", "2026-07-05T08:00Z"],
    ["week 1-53/2 Mo 10:00-12:00", "2026-06-15T12:00Z", "2026-06-29T08:00Z"],
    ["Mo 02:30-05:00", "2026-03-28T12:00Z", "2026-03-30T00:30Z"],
    // The Friday of rest is unknown, and so is the next opening.
    ["Mo-Fr 08:00-18:00", "2026-01-01T20:00Z", null],
  ])("of %s after %s is %s", (text, instant, expected) => {
    const at = Date.parse(instant);
    const forecast = forecastOfText({ ...budapest, text }, at, at + 30 * hourMs)!;
    const next = openingAfter(forecast, at);
    expect(next).toBe(expected === null ? null : Date.parse(expected));
    // However short the forecast.
    const short = forecastOfText({ ...budapest, text }, at, at + 60_000)!;
    expect(openingAfter(short, at)).toBe(next);
  });
});

it("has the comments of a text", () => {
  const at = Date.parse("2026-06-15T05:00Z");
  const text = 'Mo-Fr 08:00-12:00 "by appointment"; Mo 13:00-14:00 open "key at the bar"';
  const tuesday = at + 24 * hourMs;
  const forecast = forecastOfText({ ...budapest, text }, at, tuesday + 6 * hourMs)!;
  expect(forecast.changes.map(({ status, comment }) => [status, comment])).toEqual([
    ["closed", undefined],
    ["opens-soon", undefined],
    ["open", "key at the bar"],
    ["closes-soon", "key at the bar"],
    ["closed", undefined],
    ["none", "by appointment"],
    ["closed", undefined],
  ]);
  const openEnd = forecastOfText({ ...budapest, text: "08:00+" }, at + 4 * hourMs, at + 5 * hourMs);
  expect(openEnd!.changes[0]).toEqual({ at: at + 4 * hourMs, status: "none" });
});

describe("hours evaluated without the library", () => {
  const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
  const clock = (value: number) =>
    `${String(Math.floor(value / 60)).padStart(2, "0")}:${String(value % 60).padStart(2, "0")}`;
  const ranges = fc
    .uniqueArray(minute, { minLength: 2, maxLength: 6 })
    .map((minutes) => (minutes.length % 2 === 0 ? minutes : minutes.slice(1)).sort((a, b) => a - b))
    .map((minutes) =>
      Array.from({ length: minutes.length / 2 }, (_, index) =>
        minutes
          .slice(2 * index, 2 * index + 2)
          .map(clock)
          .join("-"),
      ).join(","),
    );
  const overnight = fc
    .tuple(minute, minute)
    .filter(([opens, closes]) => closes < opens)
    .map((range) => range.map(clock).join("-"));
  const named = fc.constantFrom(
    "Mo-Fr ",
    "Sa,Su ",
    "Mo-Su ",
    "",
    "Fr-Mo ",
    "We ",
    "PH ",
    "Su,PH ",
    "Mo-Fr,PH ",
    "Sa, Su ",
  );
  const season = fc.oneof(
    { weight: 3, arbitrary: fc.constant("") },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        ...[
          "Apr-Oct ",
          "Oct-Mar ",
          "Dec ",
          "Dec 25 ",
          "Dec 24-26 ",
          "Nov 15-Feb 10 ",
          "Jun 15-Jun 18 ",
        ],
        ...[
          "Dec 24,Dec 31 ",
          "Apr-Sep: ",
          "Mar-May,Dec ",
          "Apr 1-May 12 ",
          "Apr-May 12 ",
          "Feb 29 ",
          "Jun-Jun ",
        ],
        ...["Dec 25-25 ", "Jun 18-Jun 15 ", "Dec 26-Jan 2 ", "May-Apr ", "Jun 15-16,Jun 18 "],
      ),
    },
  );
  const comment = fc.oneof(
    { weight: 8, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: fc.constantFrom(' "by appointment"', ' "ring the bell"') },
  );
  const rule = fc
    .tuple(
      season,
      named,
      fc.oneof(
        { weight: 4, arbitrary: ranges },
        { weight: 1, arbitrary: fc.constantFrom("off", "24/7", "00:00-12:00, 12:00-16:00") },
        { weight: 1, arbitrary: overnight },
      ),
      comment,
    )
    .map((parts) => parts.join(""));
  const texts = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.array(rule, { minLength: 1, maxLength: 4 }).map((rules) => rules.join("; ")),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(season, named, overnight, comment).map((parts) => parts.join("")),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom("24/7", "00:00-24:00", "Mo-Fr 00:00-24:00", "18:00-24:00"),
    },
  );

  // Christmas, when three public holidays and a Sunday are near, and the end of a February with a leap day.
  const starts = ["2026-12-19", "2026-04-01", "2026-06-15", "2027-05-12", "2028-02-24"];

  function expectSameByLibrary(text: string, start: string) {
    const from = Date.parse(`${start}T22:30Z`);
    const until = from + 9 * 24 * hourMs;
    const site = { country: "AT", timeZone: "Europe/Vienna", sun: null };
    const own = forecastOfText({ ...site, text }, from, until);
    // A year sends the text to the library.
    const library = forecastOfText({ ...site, text: `${text}; 1999 off` }, from, until);
    expect(own, text).toEqual(library);
    if (own !== null) expect(findHoursError(text)?.reason ?? "excessive").toBe("excessive");
  }

  it("agree with the library", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...starts), (text, start) => {
        fc.pre(parseEvaluableRules(text) !== null);
        expectSameByLibrary(text, start);
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});

test("a place without a text is evaluated by its seven entries", () => {
  const week = [...Array<string>(5).fill("08:00-18:00"), "-", "closed"];
  const at = Date.parse("2026-06-15T05:45Z");
  const forecast = forecastOpening(
    { openingTimes: week, timeZone: "Europe/Budapest", hours: null },
    at,
    at + hourMs,
  );
  expect(forecast).toEqual({
    changes: [
      { at, status: "opens-soon" },
      { at: Date.parse("2026-06-15T06:00Z"), status: "open" },
    ],
    until: at + hourMs,
    laterOpening: null,
    isByText: false,
  });
  const unread = { ...scheduleOf({ ...budapest, text: "whenever" }), openingTimes: week };
  expect(forecastOpening(unread, at, at + hourMs)).toEqual(forecast);
});

test.each([
  ["Mo-Fr 08:00-12:00,13:00-18:00", "2026-06-15", ["08:00-12:00", "13:00-18:00"]],
  ["Mo-Fr 08:00-18:00", "2026-06-20", []],
  ["24/7", "2026-06-15", ["00:00-24:00"]],
  ["22:00-06:00", "2026-06-15", ["22:00-06:00"]],
  ["18:00-24:00", "2026-06-15", ["18:00-24:00"]],
  ["Mo 12:00-24:00; Tu 00:00-08:00", "2026-06-15", ["12:00-08:00"]],
  ["Mo 12:00-24:00; Tu 00:00-08:00", "2026-06-16", []],
  // A day and longer is cut at midnight.
  ["Mo 01:00-24:00; Tu 00:00-01:00", "2026-06-16", ["00:00-01:00"]],
  ["Mo 01:00-24:00; Tu 00:00-00:59", "2026-06-16", []],
  ["Mo-Tu 00:00-24:00; We 00:00-10:00", "2026-06-17", ["00:00-10:00"]],
  ["Mo-Fr 08:00-18:00; PH off", "2026-08-20", []],
  ["Apr-Oct 08:00-20:00", "2026-10-31", ["08:00-20:00"]],
  ['"by appointment"', "2026-06-15", null],
  ['08:00-12:00; 13:00-14:00 "by appointment"', "2026-06-15", null],
  ["Mo-Fr 08:00-16:00", "2026-08-21", null],
  ["whenever", "2026-06-15", null],
])("the ranges of %s on %s are %j", (text, date, times) => {
  const schedule = scheduleOf({ ...budapest, text });
  for (const time of ["00:00", "11:11", "23:59"]) {
    const now = new Date(ZoneClock.of("Europe/Budapest").instantOf(Date.parse(`${date}T${time}Z`)));
    expect(openingToday(schedule, now)).toEqual(times && { date, times });
  }
});

test("the opening at an instant has the changes of 30 hours, however often it is requested", () => {
  const schedule = scheduleOf({ ...budapest, text: "Mo-Su 08:00-12:00,13:00-18:00" });
  const first = Date.parse("2026-06-15T06:00Z");
  for (let minute = 0; minute < 3 * 24 * 60; minute += 47) {
    const now = new Date(first + minute * 60_000 + 12_345);
    const { current, changes, until, opensNext } = openingAt(schedule, now);
    const fresh = forecastByText(schedule, Math.floor(now.getTime() / 60_000) * 60_000, until)!;
    // Counted from the beginning of the quarter of an hour.
    expect(until).toBe(first + (minute - (minute % 15) + 30 * 60) * 60_000);
    expect(current.status).toBe(changeAt(fresh, now.getTime()).status);
    const later = openingAfter(fresh, until - 1);
    expect(changes).toEqual([
      ...fresh.changes.filter(({ at }) => at > now.getTime()),
      ...(later === null ? [] : [{ at: later, status: "open" }]),
    ]);
    expect(opensNext).toBe(openingAfter(fresh, now.getTime()));
  }
  // A clock that went back needs a new forecast.
  expect(openingAt(schedule, new Date(first - 24 * hourMs)).changes).toHaveLength(12);
});

test("publishes the same within a quarter of an hour while the status does not change", () => {
  const schedules = [
    { openingTimes: Array<string>(7).fill("22:00-06:07"), timeZone: "Asia/Kathmandu", hours: null },
    {
      openingTimes: Array<string>(7).fill("08:00-18:00"),
      timeZone: "Europe/Budapest",
      hours: null,
    },
    ...["Mo-Fr 08:00-14:00,15:10-18:00", "sunrise-sunset", "2028 Apr-Oct 09:00-17:00"].map((text) =>
      scheduleOf({ ...budapest, sun: inBudapest, text }),
    ),
  ];
  const different: string[] = [];
  for (const schedule of schedules) {
    let before = { quarter: 0, status: "", published: "" };
    // Over the end of a day, of summer time, and of the cached forecast.
    for (let minute = 0; minute < 3 * 24 * 60; minute += 7) {
      const now = new Date(Date.parse("2026-10-23T21:50Z") + minute * 60_000);
      const opening = publishOpening(openingAt(schedule, now), null, false);
      const published = JSON.stringify(opening);
      const quarter = quarterOf(now.getTime());
      const isAlike = quarter === before.quarter && opening.open_status === before.status;
      if (isAlike && published !== before.published) {
        different.push(`${now.toISOString()} ${before.published} ${published}`);
      }
      before = { quarter, status: opening.open_status, published };
    }
  }
  expect(different).toEqual([]);
});
