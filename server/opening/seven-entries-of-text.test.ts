import { afterAll, describe, expect, test, vi } from "vitest";
import { closedDay, noOpeningTimes, parseOpeningRange } from "#domain/opening/seven-entries.ts";
import { findHoursError } from "./explain-hours.ts";
import { forecastByText } from "./forecast-opening.ts";
import { hoursToStore, openingTimesOf } from "./seven-entries-of-text.ts";

// Test files of a worker share modules: this file loads its own, and resets them at its end.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

const evaluatedTexts = vi.hoisted((): string[] => []);

// The library, with its calls counted.
vi.mock("./hours-library.ts", async (original) => {
  const module = await original<typeof import("./hours-library.ts")>();
  const openHours: typeof module.openHours = (text, site) => {
    evaluatedTexts.push(text);
    return module.openHours(text, site);
  };
  return { ...module, openHours };
});

const parsed = vi.hoisted((): string[] => []);

// The parser, with its texts counted.
vi.mock("#domain/opening/hours-evaluation.ts", async (original) => {
  const module = await original<typeof import("#domain/opening/hours-evaluation.ts")>();
  const parseEvaluableRules: typeof module.parseEvaluableRules = (text) => {
    parsed.push(text);
    return module.parseEvaluableRules(text);
  };
  return { ...module, parseEvaluableRules };
});

/** Number of evaluations of a text by the library. */
function evaluationCount(text: string): number {
  return evaluatedTexts.filter((value) => value === text).length;
}

const budapest = { country: "HU", longitude: 19.05, latitude: 47.5 };

/** Seven entries from a short form: `5*08:00-18:00 -*2`. */
function week(short: string): string[] {
  return short.split(" ").flatMap((part) => {
    const [, count, entry] = /^(?:(\d)\*)?(\S+)$/.exec(part)!;
    return Array<string>(Number(count ?? 1)).fill(entry);
  });
}

const complete = "complete";
const partly = "leaves something out";
const none = "7*-";

describe("opening times of", () => {
  test.each([
    // Plain weeks.
    ["Mo-Fr 08:00-18:00", "5*08:00-18:00 2*closed", complete],
    ["Mo-Su 06:00-22:00", "7*06:00-22:00", complete],
    ["06:00-22:00", "7*06:00-22:00", complete],
    ["Mo-Fr 08:00-18:00; Sa 09:00-13:00", "5*08:00-18:00 09:00-13:00 closed", complete],
    ["Mo-Fr 08:00-18:00, Sa 09:00-13:00", "5*08:00-18:00 09:00-13:00 closed", complete],
    [
      "Mo,We,Fr 10:00-12:30",
      "10:00-12:30 closed 10:00-12:30 closed 10:00-12:30 2*closed",
      complete,
    ],
    ["Su-Mo 10:00-12:00", "10:00-12:00 5*closed 10:00-12:00", complete],
    ["Mo-Sa 06:00-23:00; Su off", "6*06:00-23:00 closed", complete],
    ["08:00-20:00; Tu 10:00-12:00", "08:00-20:00 10:00-12:00 5*08:00-20:00", complete],
    ["Mo-Su 08:00-24:00", "7*08:00-24:00", complete],
    ["Mo-Su 06:00-00:00", "7*06:00-24:00", complete],
    // Around the clock.
    ["24/7", "7*00:00-24:00", complete],
    ["Mo-Su 00:00-24:00", "7*00:00-24:00", complete],
    ["00:00-00:00", "7*00:00-24:00", complete],
    ["Mo-Su 12:00-12:00", "7*00:00-24:00", complete],
    ["0-24", "7*00:00-24:00", complete],
    ["nonstop", "7*00:00-24:00", complete],
    ["24/7; Mo off", "closed 6*00:00-24:00", complete],
    // Past midnight.
    ["Mo-Fr 07:00-02:00", "5*07:00-02:00 2*closed", complete],
    ["18:00-08:00", "7*18:00-08:00", complete],
    ["Mo-Sa 22:00-30:00", "6*22:00-06:00 closed", complete],
    [
      "Mo-Th 09:30-22:00; Fr 09:30-24:00; Sa 00:00-01:00, 09:30-24:00; Su 00:00-01:00, 09:30-22:00",
      "4*09:30-22:00 2*09:30-01:00 09:30-22:00",
      complete,
    ],
    [
      "Mo 08:00-24:00; Tu-Th 00:00-24:00; Fr 00:00-18:00",
      "08:00-24:00 3*00:00-24:00 00:00-18:00 2*closed",
      complete,
    ],
    // Split days: never joined, the longer part counts.
    ["Mo-Fr 08:00-12:00,13:00-17:00", "5*08:00-12:00 2*closed", partly],
    ["Mo-Fr 08:00-12:00,13:00-18:00", "5*13:00-18:00 2*closed", partly],
    ["Mo-Fr 10:00-11:00,12:00-13:00,20:00-02:00", "5*20:00-02:00 2*closed", partly],
    ["Mo-Fr 08:00-12:00; Mo-Fr 12:00-18:00", "5*12:00-18:00 2*closed", complete],
    ["Mo-Fr 08:00-12:00, Mo-Fr 12:00-18:00", "5*08:00-18:00 2*closed", complete],
    // Seasons: what is open all the year round.
    ["Apr-Oct Mo-Su 08:00-20:00", none, partly],
    ["Mo-Su 07:00-16:00; Apr-Sep Mo-Su 07:00-22:00", "7*07:00-16:00", partly],
    ["May 1-Sep 30: Mo-Su 09:00-21:00; Oct 1-Apr 30: off", none, partly],
    ["May 1-Sep 30: 09:00-21:00; Oct 1-Apr 30: 10:00-16:00", "7*10:00-16:00", partly],
    [
      "Mo-Th 07:45-20:00; Fr 07:45-15:00; Jun 26-Aug 19 Mo-Fr 07:45-15:00",
      "5*07:45-15:00 2*closed",
      partly,
    ],
    ["week 20-37: 00:00-24:00", none, partly],
    ["week 1-53/2 Mo 10:00-12:00", "- 6*closed", partly],
    ["Jan-Dec 08:00-18:00", "7*08:00-18:00", complete],
    ["May-Oct 00:00-24:00; Nov-Apr 22:00-06:00", "7*22:00-24:00", partly],
    // Holidays and other single dates are exceptions from the week.
    ["Mo-Fr 08:00-18:00; Sa 09:00-13:00; PH off", "5*08:00-18:00 09:00-13:00 closed", partly],
    ["Mo-Su,PH 05:00-23:30", "7*05:00-23:30", complete],
    ["Mo-Fr 08:00-22:00; Sa,Su,PH 09:00-22:00", "5*08:00-22:00 2*09:00-22:00", partly],
    ["24/7; PH off", "7*00:00-24:00", partly],
    ["24/7; Dec 24 off", "7*00:00-24:00", partly],
    ["24/7; Jul 1-14 off", "7*00:00-24:00", partly],
    ["24/7; Jul 1-21 off", none, partly],
    ["PH off", none, partly],
    ["PH 10:00-12:00", none, partly],
    ["Mo-Fr 08:00-16:00; SH off", "5*- 2*closed", partly],
    ["Mo-Fr 08:00-16:00; SH Mo-Fr 10:00-14:00", "5*10:00-14:00 2*closed", partly],
    ["off; SH 24/7", none, partly],
    ["Su[1] 10:00-12:00", "6*closed -", partly],
    ["Mo-Fr 10:00-16:00; Mo[1] off", "- 4*10:00-16:00 2*closed", partly],
    // The sun, in the place's own zone: Budapest's latest sunrise and earliest sunset.
    ["sunrise-sunset", "7*07:31-15:52", partly],
    ["07:00-sunset", "7*07:00-15:52", partly],
    // Conditions, open ends, and comments.
    ['Mo-Fr 08:00-18:00 "by appointment"', "5*- 2*closed", partly],
    ['"kérésre"', none, partly],
    ['24/7 "code needed"', none, partly],
    ['Mo-Fr 08:00-18:00 open "key at the bar"', "5*08:00-18:00 2*closed", partly],
    ['10:00-16:00 || "on request"', "7*10:00-16:00", partly],
    ["Mo-Fr 08:00+", "5*- 2*closed", partly],
    ["unknown", none, partly],
    ["Tu-Su unknown; Mo 08:00-10:00", "08:00-10:00 6*-", complete],
    ["Tu-Su unknown; Mo 08:00-10:00; PH off", "08:00-10:00 6*-", partly],
    ["Mo 08:00-10:00; Tu 10:00-12:00 unknown", "08:00-10:00 - 5*closed", partly],
    // Shut, for good or for a time; one date a year does not open a weekday, two a week do.
    ["off", "7*closed", complete],
    ["closed", "7*closed", complete],
    ["Mo-Su off", "7*closed", complete],
    ["24/7 closed", "7*closed", complete],
    ['off "renovation"', "7*-", partly],
    ["Mo-Fr 08:00-18:00; Dec 26 10:00-12:00", "5*08:00-18:00 2*closed", partly],
    ["Mo-Fr 08:00-18:00; Sa[1-3] 10:00-12:00", "5*08:00-18:00 - closed", partly],
    ['Mo-Fr 08:00-18:00 || "on request"', "5*08:00-18:00 2*-", partly],
    // As people write.
    ["mo-fr 08:00-18:00", "5*08:00-18:00 2*closed", complete],
    ["MO-FR 08:00-18:00", "5*08:00-18:00 2*closed", complete],
    ["Mo–Fr 08:00–18:00", "5*08:00-18:00 2*closed", complete],
    ["Mo—Fr 08:00 — 18:00", "5*08:00-18:00 2*closed", complete],
    ["Mo-Fr 8-18", "5*08:00-18:00 2*closed", complete],
    ["Mo-Fr 08.00-18.00", "5*08:00-18:00 2*closed", complete],
    ["Mon-Sat 10:00-18:00; Sun 12:00-16:00", "6*10:00-18:00 12:00-16:00", complete],
    ["Mo-Su: 06:00-21:50", "7*06:00-21:50", complete],
    ["8am-5pm", "7*08:00-17:00", complete],
    ["Hétfő-Péntek 8-16", "5*08:00-16:00 2*closed", complete],
    ["täglich 10:00-20:00 Uhr", "7*10:00-20:00", complete],
    [" Mo-Fr 08:00-18:00; ", "5*08:00-18:00 2*closed", complete],
    // Ambiguous texts.
    ["9-5", none, partly],
    ["Mo-Fr", none, partly],
    ["daily", none, partly],
    ["May-Oct", none, partly],
    ["open", none, partly],
    // For a time only.
    ["2024 Jan 01-2024 Dec 31 08:00-16:00", none, partly],
    ["2026 08:00-16:00", none, partly],
    ["2026-2030 Mo-Fr 08:00-16:00", none, partly],
    // Nonsense.
    ["", none, partly],
    ["Summer", none, partly],
    ["nyitva reggel 8-tól", none, partly],
    ["Mo 10:00", none, partly],
    ["Mo-Fr 25:00-26:00", none, partly],
    ["Mo-Fr 0800-1800", none, partly],
    ["asdf", none, partly],
    ["🚻", none, partly],
    ["08:00-18:00 ".repeat(22), none, partly],
  ])("%s", (text, times, verdict) => {
    const result = openingTimesOf(text, budapest);
    expect(result).toEqual({ times: week(times), isComplete: verdict === complete });
    expect(result.times).toHaveLength(7);
    for (const entry of result.times) {
      const isDay = entry === noOpeningTimes || entry === closedDay;
      expect(isDay || parseOpeningRange(entry) !== null).toBe(true);
    }
    // The same wherever the sun does not matter.
    if (!/sun/.test(text)) expect(openingTimesOf(text, lisbon)).toEqual(result);
  });
});

const lisbon = { country: "PT", longitude: -9.14, latitude: 38.72 };
const auckland = { country: "NZ", longitude: 174.76, latitude: -36.85 };

test("calls the library once for a text, in any country and zone", () => {
  const text = "week 1-53 Mo-Fr 07:45-18:15; PH off";
  const results = [budapest, lisbon, auckland, budapest].map((site) => openingTimesOf(text, site));
  expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
  expect(evaluationCount(text)).toBe(1);
  openingTimesOf(` ${text} `, lisbon);
  expect(evaluationCount(text)).toBe(1);
});

test("parses a text once for its check, its seven entries and its status, without the library", () => {
  const text = "Mo-Fr 07:46-18:16; PH off";
  expect(findHoursError(text)).toBeNull();
  const { schedule } = hoursToStore({ opening_times: [], opening_hours: text }, budapest);
  expect(schedule.openingTimes).toEqual(week("5*07:46-18:16 2*closed"));
  expect(forecastByText(schedule, 0, 60_000)).not.toBeNull();
  expect(parsed.filter((value) => value === text)).toHaveLength(1);
  expect(evaluationCount(text)).toBe(0);
});

test("never shares what depends on the sun, not even within one zone", () => {
  const barcelona = { country: "ES", longitude: 2.17, latitude: 41.39 };
  const vigo = { country: "ES", longitude: -8.72, latitude: 42.24 };
  const text = "sunrise-18:07";
  const [east] = openingTimesOf(text, barcelona).times;
  const [west] = openingTimesOf(text, vigo).times;
  expect(Number(west?.slice(0, 2)) - Number(east?.slice(0, 2))).toBeGreaterThanOrEqual(0);
  expect(west).not.toBe(east);
  expect(evaluationCount(text)).toBe(2);
});

test("caches that a text is invalid", () => {
  const text = "reggeltől estig";
  for (let count = 0; count < 3; count++) openingTimesOf(text, budapest);
  expect(evaluationCount(text)).toBe(1);
});

test("has no times by the sun where it does not rise every day", () => {
  const tromsø = { country: "NO", longitude: 18.95, latitude: 69.65 };
  expect(openingTimesOf("sunrise-sunset", tromsø).times).toEqual(week(none));
  expect(openingTimesOf("08:00-16:00", tromsø).times).toEqual(week("7*08:00-16:00"));
});

test("has the same holidays everywhere", () => {
  const nowhere = { country: "XK", longitude: 20.9, latitude: 42.6 };
  expect(openingTimesOf("Mo-Fr 08:00-18:00; PH off", nowhere).times).toEqual(
    week("5*08:00-18:00 2*closed"),
  );
});

test("does not change the process's time zone", () => {
  const before = process.env.TZ;
  openingTimesOf("07:00-sunset", budapest);
  expect(process.env.TZ).toBe(before);
});
