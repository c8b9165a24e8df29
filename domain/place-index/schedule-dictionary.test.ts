import { describe, expect, it } from "vitest";
import { localTimeAt } from "#domain/opening/local-time.ts";
import { openStatusAt } from "#domain/opening/open-status.ts";
import { stateBit } from "./place-query.ts";
import { type ForecastByText, ScheduleDictionary } from "./schedule-dictionary.ts";

const minuteMs = 60_000;
const budapest = "Europe/Budapest";
const weekdays = [...Array<string>(5).fill("08:00-18:00"), "closed", "closed"];
const unknownWeek = Array<string>(7).fill("-");
const textOf = (text: string) => ({ text, country: "HU", position: "" });

/** Parser of texts such as `open 10:00`: closed until then. */
function countingReader() {
  const calls: { text: string; from: number; until: number }[] = [];
  const read: ForecastByText = ({ hours }, from, until) => {
    calls.push({ text: hours!.text, from, until });
    const [, instant] = /^open (\S+)$/.exec(hours!.text) ?? [];
    if (instant === undefined) return null;
    const at = Date.parse(instant);
    if (at <= from) return { changes: [{ at: from, status: "open" }] };
    return {
      changes: [
        { at: from, status: "closed" as const },
        { at, status: "open" as const },
      ].filter((change) => change.at < until),
    };
  };
  return { calls, read };
}

describe("ScheduleDictionary", () => {
  it("evaluates the week until a text is forecast, and then the text", () => {
    const { calls, read } = countingReader();
    const schedules = new ScheduleDictionary(read);
    const hours = textOf("open 2026-06-15T10:00Z");
    const number = schedules.register({ openingTimes: weekdays, timeZone: budapest, hours });
    const now = new Date("2026-06-15T08:00Z");
    schedules.refresh(now);
    expect(schedules.statusOf(number)).toBe("open");
    expect(calls).toEqual([]);
    expect(schedules.forecastSome(now, 10)).toBe(0);
    expect(schedules.statusOf(number)).toBe("open");
    expect(schedules.refresh(now)).toBe(true);
    expect(schedules.statusOf(number)).toBe("closed");
    expect(schedules.stateBits[number]).toBe(0);
    expect(schedules.refresh(new Date("2026-06-15T09:59Z"))).toBe(false);
    expect(schedules.refresh(new Date("2026-06-15T10:00Z"))).toBe(true);
    expect(schedules.statusOf(number)).toBe("open");
    expect(schedules.stateBits[number]).toBe(stateBit.open);
    expect(calls).toHaveLength(1);
  });

  it("distinguishes one text from another, and a text from none", () => {
    const schedules = new ScheduleDictionary();
    const week = { openingTimes: weekdays, timeZone: budapest };
    const numbers = [
      schedules.register(week),
      schedules.register({ ...week, hours: textOf("24/7") }),
      schedules.register({ ...week, hours: { ...textOf("24/7"), country: "AT" } }),
      schedules.register({ ...week, hours: { ...textOf("24/7"), position: "47.5,19.1" } }),
      schedules.register({ ...week, hours: textOf("off") }),
    ];
    expect(new Set(numbers).size).toBe(5);
    expect(schedules.register({ ...week, hours: null })).toBe(numbers[0]);
    expect(schedules.register({ ...week, hours: textOf("off") })).toBe(numbers[4]);
  });

  it("evaluates the week where a text is invalid, with unknown days", () => {
    const { read } = countingReader();
    const schedules = new ScheduleDictionary(read);
    const now = new Date("2026-06-15T08:00Z");
    const unread = { openingTimes: weekdays, timeZone: budapest, hours: textOf("whenever") };
    const known = schedules.register(unread);
    const unknown = schedules.register({ ...unread, openingTimes: unknownWeek });
    const dash = schedules.register({ ...unread, openingTimes: ["-", ...weekdays.slice(1)] });
    const none: ForecastByText = (_, from) => ({ changes: [{ at: from, status: "none" }] });
    const byText = new ScheduleDictionary(none);
    const appointment = byText.register(unread);
    for (const dictionary of [schedules, byText]) {
      dictionary.forecastSome(now, 10);
      dictionary.refresh(now);
    }
    expect(schedules.stateBits[known]).toBe(stateBit.open);
    expect(schedules.stateBits[unknown]).toBe(stateBit.unknown);
    expect(schedules.stateBits[dash]).toBe(0);
    expect(byText.stateBits[appointment]).toBe(stateBit.unknown);
  });

  it("has in each minute of some days the status of the week, forecast or not", () => {
    const schedules = new ScheduleDictionary();
    const weeks = [
      weekdays,
      unknownWeek,
      Array<string>(7).fill("22:00-02:30"),
      Array<string>(7).fill("00:00-24:00"),
    ];
    const zones = [budapest, "America/New_York"];
    const registered = weeks.flatMap((openingTimes) =>
      zones.map((timeZone) => ({
        openingTimes,
        timeZone,
        number: schedules.register({ openingTimes, timeZone }),
      })),
    );
    const start = Date.parse("2026-10-23T00:00Z");
    const wrong: string[] = [];
    for (let minute = 0; minute < 4 * 24 * 60; minute++) {
      const now = new Date(start + minute * minuteMs);
      if (minute % 300 === 7) schedules.forecastSome(now, 1);
      schedules.refresh(now);
      const localTimes = new Map(zones.map((zone) => [zone, localTimeAt(now, zone)]));
      for (const { openingTimes, timeZone, number } of registered) {
        const { status } = openStatusAt(openingTimes, localTimes.get(timeZone)!);
        if (schedules.statusOf(number) !== status) wrong.push(`${now.toISOString()} ${number}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("is correct after a sleep of any length, and where the clock goes back", () => {
    const schedules = new ScheduleDictionary();
    const number = schedules.register({ openingTimes: weekdays, timeZone: budapest });
    const statusAt = (instant: string) => {
      schedules.refresh(new Date(instant));
      return schedules.statusOf(number);
    };
    schedules.forecastSome(new Date("2026-06-15T05:00Z"), 10);
    expect(statusAt("2026-06-15T05:00Z")).toBe("closed");
    expect(statusAt("2026-06-15T05:50Z")).toBe("opens-soon");
    expect(statusAt("2026-06-15T12:00Z")).toBe("open");
    expect(statusAt("2026-06-18T12:00Z")).toBe("open");
    expect(statusAt("2026-06-20T12:00Z")).toBe("closed");
    expect(statusAt("2026-06-15T12:00Z")).toBe("open");
    expect(statusAt("2026-06-14T12:00Z")).toBe("closed");
  });

  it("forecasts a text once in a day or two, and never one that was removed", () => {
    const { calls, read } = countingReader();
    const schedules = new ScheduleDictionary(read);
    const start = Date.parse("2026-06-15T08:00Z");
    const register = (text: string) =>
      schedules.register({ openingTimes: weekdays, timeZone: budapest, hours: textOf(text) });
    register("open 2026-06-15T10:00Z");
    const gone = register("open 2026-06-15T11:00Z");
    const used = register("open 2026-06-15T12:00Z");
    schedules.forecastSome(new Date(start), 10);
    for (let minute = 0; minute < 4 * 24 * 60; minute++) {
      if (minute === 10) {
        const isUsed = new Uint8Array(schedules.numberLimit).fill(1);
        isUsed[gone] = 0;
        schedules.retainOnly(isUsed);
      }
      schedules.refresh(new Date(start + minute * minuteMs));
    }
    expect(schedules.statusOf(used)).toBe("open");
    expect(calls.filter(({ text }) => text.endsWith("11:00Z"))).toHaveLength(1);
    expect(calls.length).toBeLessThanOrEqual(9);
    expect(calls.length).toBeGreaterThanOrEqual(5);
  });

  it("reports a change when only a comment has changed", () => {
    const comments: ForecastByText = (_, from, until) => ({
      changes: [
        { at: from, status: "open" as const, comment: from < noon ? "ring" : "knock" },
        { at: noon, status: "open" as const, comment: "knock" },
      ].filter(({ at }, index) => index === 0 || (at > from && at < until)),
    });
    const noon = Date.parse("2026-06-15T12:00Z");
    const schedules = new ScheduleDictionary(comments);
    const hours = textOf('24/7 "ring"');
    schedules.register({ openingTimes: weekdays, timeZone: budapest, hours });
    const now = new Date(noon - 2 * minuteMs);
    schedules.forecastSome(now, 1);
    expect(schedules.refresh(now)).toBe(true);
    const changed = Array.from({ length: 3 * 24 * 60 }, (_, minute) => minute - 1).filter(
      (minute) => schedules.refresh(new Date(noon + minute * minuteMs)),
    );
    // At noon, and not where the forecast ends after a day and a new one has the same status.
    expect(changed).toEqual([0]);
  });

  it("reports a change where a new forecast begins with another comment", () => {
    let comment = "ring";
    const schedules = new ScheduleDictionary((_, at) => ({
      changes: [{ at, status: "open", comment }],
    }));
    const hours = textOf('24/7 "ring"');
    schedules.register({ openingTimes: weekdays, timeZone: budapest, hours });
    const start = Date.parse("2026-06-15T08:00Z");
    schedules.forecastSome(new Date(start), 1);
    schedules.refresh(new Date(start));
    comment = "knock";
    const dayAfter = new Date(start + 24 * 60 * minuteMs);
    expect(schedules.refresh(new Date(dayAfter.getTime() - minuteMs))).toBe(false);
    expect(schedules.refresh(dayAfter)).toBe(true);
  });

  it("reports a text without a forecast as changed in each minute, and a week not", () => {
    const { read } = countingReader();
    const schedules = new ScheduleDictionary(read);
    const openingTimes = Array<string>(7).fill("00:00-24:00");
    const week = { openingTimes, timeZone: budapest };
    const start = Date.parse("2026-06-15T08:00Z");
    const refresh = (minutes: number) => schedules.refresh(new Date(start + minutes * minuteMs));
    schedules.register(week);
    refresh(0);
    expect(refresh(1)).toBe(false);
    schedules.register({ ...week, hours: textOf("open 2026-06-15T10:00Z") });
    expect(refresh(1)).toBe(false);
    expect(refresh(2)).toBe(true);
    expect(refresh(3)).toBe(true);
    schedules.forecastSome(new Date(start + 3 * minuteMs), 2);
    expect(refresh(3)).toBe(true);
    expect(refresh(4)).toBe(false);
  });

  it("renews only some where very many forecasts end at once", () => {
    const { calls, read } = countingReader();
    const schedules = new ScheduleDictionary(read);
    for (let count = 0; count < 500; count++) {
      const hours = textOf(`open 2026-06-15T10:00Z ${count}`);
      schedules.register({ openingTimes: weekdays, timeZone: budapest, hours });
    }
    const now = new Date("2026-06-15T08:00Z");
    schedules.forecastSome(now, 500);
    schedules.refresh(now);
    expect(calls).toHaveLength(500);
    const nextWeek = new Date("2026-06-22T08:00Z");
    schedules.refresh(nextWeek);
    expect(calls).toHaveLength(600);
    expect(schedules.forecastSome(nextWeek, 0)).toBe(400);
  });
});
