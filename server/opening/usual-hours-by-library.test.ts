import fc from "fast-check";
import { expect, test } from "vitest";
import { localTimeOnWall } from "#domain/opening/local-time.ts";
import { statusesOfSpans } from "#domain/opening/status-changes.ts";
import { type DayHours, formatUsualHours, type UsualHours } from "#domain/opening/usual-hours.ts";
import { maxOpeningHoursLength } from "#domain/text/text-limits.ts";
import { anyUsualHours } from "#tests/support/any-usual-hours.ts";
import { isPublicHoliday } from "./evaluate-hours.ts";
import { findHoursError } from "./explain-hours.ts";
import { forecastByText } from "./forecast-opening.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Whether a day's hours are open at a minute since its midnight; from 1440 on, of the next day. */
function isOpenIn(hours: DayHours | null, minute: number): boolean {
  return (hours ?? []).some(({ opensMinute, closesMinute }) => {
    const end = closesMinute > opensMinute ? closesMinute : closesMinute + 1440;
    return minute >= opensMinute && minute < end;
  });
}

/** State at each minute of a day by the meaning of the form (docs/product#usual-hours). */
function statesOf(
  { days, season, holidays }: UsualHours,
  day: number,
): ("open" | "closed" | "unknown")[] {
  const usualOf = (date: number) => (isIn(season, date) ? days[localTimeOnWall(date).weekday] : []);
  const holidayOf = (date: number) => {
    const isExpressible = holidays?.length === 0 || isIn(season, date);
    return isExpressible && isPublicHoliday("AT", date) ? holidays : null;
  };
  const [holidayBefore, holiday] = [holidayOf(day - dayMs), holidayOf(day)];
  const [usualBefore, usual] = [usualOf(day - dayMs), usualOf(day)];
  return Array.from({ length: 1440 }, (_, minute) => {
    const goesOn = isOpenIn(holidayBefore, minute + 1440);
    if (holiday !== null) return goesOn || isOpenIn(holiday, minute) ? "open" : "closed";
    if (goesOn || isOpenIn(usual, minute) || isOpenIn(usualBefore, minute + 1440)) return "open";
    return usual === null ? "unknown" : "closed";
  });
}

function isIn(season: UsualHours["season"], date: number): boolean {
  if (season === null) return true;
  const number = ({ month, day }: { month: number; day: number }) => month * 100 + day;
  const on = new Date(date);
  const today = number({ month: on.getUTCMonth() + 1, day: on.getUTCDate() });
  const [from, to] = [number(season.from), number(season.to)];
  return from <= to ? today >= from && today <= to : today >= from || today <= to;
}

/** Days at which weeks begin that are compared: around holidays of Austria, and the ends of a season. */
function weeksFor({ season }: UsualHours): number[] {
  const ends = season === null ? [] : [season.from, season.to];
  return [
    Date.UTC(2026, 11, 22),
    Date.UTC(2027, 2, 25),
    ...ends.map(({ month, day }) => Date.UTC(2027, month - 1, day - 3)),
  ];
}

test("a text of usual hours means to the server what the form means, at every minute", () => {
  fc.assert(
    fc.property(anyUsualHours, (usual) => {
      const text = formatUsualHours(usual);
      // The form refuses such a text, so nothing is evaluated by it.
      fc.pre(findHoursError(text) === null);
      // A season that is closed throughout leaves the rest of the year unknown.
      fc.pre(usual.season === null || !/^[^;]*\boff(; PH off)?$/.test(text));
      // A night beside another day is unknown where two interpretations differ (docs/product#hours-as-text).
      const hasNight = [...usual.days, usual.holidays].some((day) =>
        day?.some(({ opensMinute, closesMinute }) => closesMinute <= opensMinute),
      );
      fc.pre(!hasNight || !text.includes(";"));
      const schedule = { openingTimes: Array<string>(7).fill("-"), timeZone: "UTC" };
      const hours = { text, country: "AT", position: "" };
      for (const from of weeksFor(usual)) {
        const until = from + 7 * dayMs;
        const days = Array.from({ length: 9 }, (_, index) => from + (index - 1) * dayMs);
        const minutes = days.flatMap((day) =>
          statesOf(usual, day).map((state, minute) => ({ from: day + minute * minuteMs, state })),
        );
        const statuses = statusesOfSpans(minutes);
        const before = statuses.findLast(({ at }) => at <= from)!;
        const meant = [{ ...before, at: from }, ...statuses.filter(({ at }) => at > from)];
        const forecast = forecastByText({ ...schedule, hours }, from, until);
        expect(forecast?.changes, text).toEqual(meant.filter(({ at }) => at < until));
      }
    }),
    // Weeks are slow to compare: a search for the shortest failing text would take minutes.
    { seed: 1, numRuns: 15, endOnFailure: true },
  );
});

test("a text of usual hours is refused for its length and its ranges past midnight alone", () => {
  fc.assert(
    fc.property(anyUsualHours, (usual) => {
      const text = formatUsualHours(usual);
      // The schema refuses a longer one before it is read.
      fc.pre(text.length <= maxOpeningHoursLength);
      expect(findHoursError(text)?.reason ?? "excessive").toBe("excessive");
    }),
  );
});
