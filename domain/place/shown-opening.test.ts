import { describe, expect, it } from "vitest";
import { publishTimes } from "#domain/opening/seven-entries.ts";
import { changeAt, forecastOfWeek, openingAfter } from "#domain/opening/status-changes.ts";
import { placeOpeningAt } from "./shown-opening.ts";

describe("placeOpeningAt", () => {
  const time_zone = "Europe/Budapest";
  const minuteMs = 60_000;

  /** Fields of the API for a week at an instant. */
  function placeAt(times: readonly string[], nowMs: number) {
    const until = nowMs + 30 * 60 * minuteMs;
    const forecast = forecastOfWeek({ openingTimes: times, timeZone: time_zone }, nowMs, until);
    const opensNext = openingAfter(forecast, nowMs);
    const later = openingAfter(forecast, until - 1);
    const toInstant = (ms: number) => new Date(ms).toISOString();
    return {
      ...{ ...publishTimes(times), time_zone },
      open_status: changeAt(forecast, nowMs).status,
      opening_changes: [
        ...forecast.changes.slice(1),
        ...(later === null ? [] : [{ at: later, status: "open" as const }]),
      ].map(({ at, status }) => ({ at: toInstant(at), status })),
      opening_changes_until: toInstant(until),
      ...(opensNext !== null && { opens_next: toInstant(opensNext) }),
    };
  }

  it.each([
    [
      [
        "08:00-18:00",
        "08:00-18:00",
        "08:00-18:00",
        "08:00-18:00",
        "08:00-14:00",
        "closed",
        "closed",
      ],
    ],
    [["22:00-06:00", "22:00-02:30", "-", "closed", "18:00-24:00", "10:00-12:00", "-"]],
    [Array<string>(7).fill("-")],
    [Array<string>(7).fill("closed")],
    [Array<string>(7).fill("00:00-24:00")],
  ])(
    "has by the changes the status that it has by the week %j, in the minutes around each change",
    (times) => {
      const first = Date.parse("2026-06-14T22:00Z");
      const wrong: string[] = [];
      let opening = placeAt(times, first);
      for (let minute = 0; minute < 8 * 24 * 60; minute++) {
        // Statuses change at half and full hours, and in the minute after.
        if (minute % 30 > 1 && minute % 30 < 29) continue;
        const nowMs = first + minute * minuteMs;
        // A page that has been open for a while, and one that has just been loaded.
        if (minute % 690 === 0) opening = placeAt(times, nowMs);
        const now = new Date(nowMs);
        const byChanges = placeOpeningAt(opening, now);
        const byWeek = placeOpeningAt({ ...opening, opening_changes: undefined }, now);
        const { date, ...opensNext } = byChanges.opensNext ?? { date: undefined };
        const same =
          byChanges.status === byWeek.status &&
          byChanges.until === byWeek.until &&
          JSON.stringify(byChanges.opensNext && opensNext) === JSON.stringify(byWeek.opensNext);
        if (!same) wrong.push(`${now.toISOString()} ${JSON.stringify([byChanges, byWeek])}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  const place = {
    opening_times: Array<string>(7).fill("-"),
    time_zone,
    open_status: "closed",
    opening_changes: [
      { at: "2026-06-15T06:00:00.000Z", status: "none", comment: "by appointment" },
      { at: "2026-06-15T10:00:00.000Z", status: "open" },
      { at: "2026-06-15T22:00:00.000Z", status: "closed" },
    ],
    opening_changes_until: "2026-06-16T06:00:00.000Z",
    opens_next: "2027-04-01T06:00:00.000Z",
  } as const;

  it.each([
    ["2026-06-15T05:00Z", { status: "closed", until: null, opensNext: null }],
    [
      "2026-06-15T06:00Z",
      { status: "none", until: null, opensNext: null, comment: "by appointment" },
    ],
    ["2026-06-15T10:00Z", { status: "open", until: 0, opensNext: null }],
    [
      "2026-06-15T22:00Z",
      {
        status: "closed",
        until: null,
        opensNext: { weekday: 3, minuteOfDay: 480, daysAhead: 289, date: "2027-04-01" },
      },
    ],
    // After the end of the changes: the week is unknown.
    ["2026-06-16T06:00Z", { status: "none", until: null, opensNext: null }],
  ])("changes at %s by the changes that the server has forecast", (instant, expected) => {
    expect(placeOpeningAt(place, new Date(instant))).toEqual(expected);
  });
});

describe("placeOpeningAt of a place that is closed for now", () => {
  const until = "2026-06-11T10:00:00.000Z";
  const since = "2026-06-10T10:00:00.000Z";
  const closure = { reason: "out-of-order", since, until, by: "visitor" } as const;
  const place = {
    opening_times: Array<string>(7).fill("00:00-24:00"),
    time_zone: "Europe/Budapest",
    open_status: "closed",
    closed_for_now: closure,
    opening_changes: [{ at: until, status: "open" }],
    opening_changes_until: "2026-06-12T10:00:00.000Z",
  } as const;

  it("has the closure until its end, and then the opening status", () => {
    const closed = { status: "closed", until: null, opensNext: null, closure };
    expect(placeOpeningAt(place, new Date(Date.parse(until) - 1))).toEqual(closed);
    const open = { status: "open", until: null, opensNext: null };
    expect(placeOpeningAt(place, new Date(until))).toEqual(open);
    const untold = { ...place, opening_changes: undefined };
    expect(placeOpeningAt(untold, new Date(until)).status).toBe("open");
  });
});

describe("placeOpeningAt of a place in doubt", () => {
  const always = Array<string>(7).fill("00:00-24:00");
  const place = {
    opening_times: always,
    time_zone: "Europe/Budapest",
    open_status: "none",
    doubt: "closed",
    opening_changes: [],
    opening_changes_until: "2026-06-12T10:00:00.000Z",
  } as const;

  it("is never open, also where only its week is known", () => {
    const doubted = { status: "none", until: null, opensNext: null, doubt: "closed" };
    expect(placeOpeningAt(place, new Date("2026-06-11T10:00:00Z"))).toEqual(doubted);
    expect(placeOpeningAt(place, new Date("2026-06-13T10:00:00Z"))).toEqual(doubted);
  });

  it("stays closed where it is closed, without a next opening", () => {
    const shut = { ...place, opening_times: Array<string>(7).fill("08:00-10:00") };
    expect(placeOpeningAt(shut, new Date("2026-06-13T10:00:00Z"))).toEqual({
      ...{ status: "closed", until: null, opensNext: null, doubt: "closed" },
    });
  });
});
