import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localTimeOnWall, ZoneClock } from "./local-time.ts";
import { openStatusAt } from "./open-status.ts";
import { changeAt, forecastOfWeek, openingAfter, statusesOfSpans } from "./status-changes.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Minutes at which a forecast, made anew every two days, differs from `openStatusAt`. */
function differences(times: readonly string[], zone: string, first: string, end: string): string[] {
  const clock = ZoneClock.of(zone);
  const found: string[] = [];
  const endMs = Date.parse(end);
  for (let from = Date.parse(first); from < endMs; from += 48 * hourMs) {
    const until = Math.min(endMs, from + 48 * hourMs);
    const { changes } = forecastOfWeek({ openingTimes: times, timeZone: zone }, from, until);
    let index = 0;
    for (let at = from; at < until; at += minuteMs) {
      while (index + 1 < changes.length && changes[index + 1].at <= at) index++;
      const { status } = openStatusAt(times, localTimeOnWall(clock.wallTimeAt(at)));
      if (status !== changes[index].status) found.push(`${new Date(at).toISOString()} ${status}`);
    }
  }
  return found;
}

describe("forecastOfWeek", () => {
  it.each([
    ["Europe/Budapest", [...Array<string>(5).fill("08:00-18:00"), "10:00-16:00", "closed"]],
    [
      "America/New_York",
      ["22:00-06:00", "22:00-02:30", "-", "closed", "00:00-24:00", "00:00-23:59", "00:00-01:00"],
    ],
  ])(
    "agrees with openStatusAt at each minute, also where the clocks turn, in %s",
    (zone, times) => {
      expect(differences(times, zone, "2026-03-05T00:00Z", "2026-04-02T00:00Z")).toEqual([]);
      expect(differences(times, zone, "2026-10-22T00:00Z", "2026-11-05T00:00Z")).toEqual([]);
    },
  );

  it("does so for any week, also where the clocks turn", () => {
    const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
    const clock = (value: number) =>
      `${String(Math.floor(value / 60)).padStart(2, "0")}:${String(value % 60).padStart(2, "0")}`;
    const entry = fc.oneof(
      fc.tuple(minute, minute).map((range) => range.map(clock).join("-")),
      minute.map((opens) => `${clock(opens)}-24:00`),
      fc.constantFrom("-", "closed", "00:00-24:00", "00:00-00:00", "00:00-23:59"),
    );
    const week = fc.array(entry, { minLength: 7, maxLength: 7 });
    const changes = fc.constantFrom("2026-03-25", "2026-10-21", "2027-06-01");
    fc.assert(
      fc.property(week, changes, (times, start) => {
        const end = new Date(Date.parse(start) + 9 * 24 * hourMs).toISOString();
        expect(differences(times, "Europe/Budapest", start, end)).toEqual([]);
      }),
      { seed: 1, numRuns: 20 },
    );
  });

  it.each([
    ["2026-06-19T20:00Z", "2026-06-22T06:00Z"],
    ["2026-06-15T05:00Z", "2026-06-15T06:00Z"],
    ["2026-06-15T12:00Z", null],
  ])("finds after %s the next opening, %s", (instant, expected) => {
    const times = [...Array<string>(5).fill("08:00-18:00"), "closed", "closed"];
    const at = Date.parse(instant);
    for (const hours of [1, 30, 100]) {
      const forecast = forecastOfWeek(
        { openingTimes: times, timeZone: "Europe/Budapest" },
        at,
        at + hours * hourMs,
      );
      expect(openingAfter(forecast, at)).toBe(expected === null ? null : Date.parse(expected));
    }
  });

  it("finds no opening after a day of unknown times", () => {
    const times = [...Array<string>(5).fill("08:00-18:00"), "-", "closed"];
    const at = Date.parse("2026-06-19T20:00Z");
    for (const hours of [1, 30, 100]) {
      const forecast = forecastOfWeek(
        { openingTimes: times, timeZone: "Europe/Budapest" },
        at,
        at + hours * hourMs,
      );
      expect(openingAfter(forecast, at)).toBeNull();
    }
  });
});

describe("statusesOfSpans", () => {
  const at = (time: string) => Date.parse(`2026-06-15T${time}:00Z`);
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16);

  it.each([
    // Closing minute, soon before and after, and a break that is shorter than half an hour.
    [
      "06:00 closed, 08:00 open, 12:00 closed, 12:10 open, 18:00 closed",
      "06:00 closed, 07:30 opens-soon, 08:00 open, 11:30 closes-soon, 12:01 opens-soon, 12:10 open, 17:30 closes-soon, 18:01 closed",
    ],
    // A break of a minute does not count.
    ["08:00 open, 12:00 closed, 12:01 open", "08:00 open, 11:30 closes-soon, 12:01 open"],
    // Midnight ends its day.
    [
      "00:00 closed, 10:00 unknown, 12:00 open, 14:00 unknown",
      "00:00 closed, 10:00 none, 12:00 open, 14:01 none",
    ],
    ["06:00 open, 06:20 closed, 06:40 open", "06:00 closes-soon, 06:21 opens-soon, 06:40 open"],
  ])("%s", (spans, expected) => {
    const read = spans.split(", ").map((span) => {
      const [time, state] = span.split(" ");
      return { from: at(time), state: state as "open" | "closed" | "unknown" };
    });
    const statuses = statusesOfSpans(read);
    expect(statuses.map((change) => `${clock(change.at)} ${change.status}`).join(", ")).toBe(
      expected,
    );
    expect(changeAt({ changes: statuses, until: 0, laterOpening: null }, at("23:00"))).toBe(
      statuses.at(-1),
    );
  });

  it("ends a day at midnight exactly", () => {
    const midnight = Date.parse("2026-06-16T00:00Z");
    const statuses = statusesOfSpans([
      { from: midnight - hourMs, state: "open" },
      { from: midnight, state: "closed" },
    ]);
    expect(statuses.at(-1)).toEqual({ at: midnight, status: "closed" });
  });
});
