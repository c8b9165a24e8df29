import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LocalTime, localTimeAt } from "./local-time.ts";
import { isOpenAt } from "./open-now.ts";
import { openStatusAt } from "./open-status.ts";

type Weekday = LocalTime["weekday"];
const [monday, tuesday, wednesday, saturday, sunday]: Weekday[] = [0, 1, 2, 5, 6];

function minute(clock: string): number {
  const [hour, past] = clock.split(":").map(Number);
  return hour * 60 + past;
}

function week(days: Partial<Record<Weekday, string>>): string[] {
  return Array.from({ length: 7 }, (_, day) => days[day as Weekday] ?? "-");
}

const everyDay = (entry: string) => Array.from({ length: 7 }, () => entry);

/** The answer as 'status until', `open 18:00` or `closed` for instance. */
function status(times: string[], weekday: Weekday, clock: string): string {
  const answer = openStatusAt(times, { weekday, minuteOfDay: minute(clock) });
  if (answer.until === null) return answer.status;
  const [hour, past] = [Math.floor(answer.until / 60), answer.until % 60];
  return `${answer.status} ${String(hour).padStart(2, "0")}:${String(past).padStart(2, "0")}`;
}

describe("openStatusAt", () => {
  it.each([
    ["00:00", "closed 08:00"],
    ["07:29", "closed 08:00"],
    ["07:30", "opens-soon 08:00"],
    ["07:59", "opens-soon 08:00"],
    ["08:00", "open 18:00"],
    ["08:01", "open 18:00"],
    ["17:29", "open 18:00"],
    ["17:30", "closes-soon 18:00"],
    ["17:59", "closes-soon 18:00"],
    ["18:00", "closes-soon 18:00"],
    ["18:01", "closed"],
    ["23:59", "closed"],
  ])("08:00-18:00 at %s: %s", (clock, expected) => {
    for (const day of [monday, wednesday, sunday]) {
      expect(status(everyDay("08:00-18:00"), day, clock)).toBe(expected);
    }
  });

  it("knows no times today, whatever the other days say", () => {
    expect(status(everyDay("-"), monday, "12:00")).toBe("none");
    expect(status(week({ 1: "00:10-18:00" }), monday, "23:50")).toBe("none");
    expect(status(everyDay("nonstop"), monday, "12:00")).toBe("none");
    expect(status([], monday, "12:00")).toBe("none");
  });

  it("is closed all of a day that is known to be closed, whatever the other days say", () => {
    for (const clock of ["00:00", "12:00", "23:50", "23:59"]) {
      expect(status(everyDay("closed"), monday, clock)).toBe("closed");
      expect(status(["closed", "00:10-18:00", ...Array(5).fill("-")], monday, clock)).toBe(
        "closed",
      );
    }
  });

  it("speaks of yesterday's range on a closed day while it runs", () => {
    const times = ["22:00-06:00", ...Array<string>(6).fill("closed")];
    expect(status(times, tuesday, "05:29")).toBe("open 06:00");
    expect(status(times, tuesday, "06:00")).toBe("closes-soon 06:00");
    expect(status(times, tuesday, "06:01")).toBe("closed");
  });

  it("closes at midnight where the next day is closed", () => {
    const times = ["08:00-24:00", ...Array<string>(6).fill("closed")];
    expect(status(times, monday, "23:29")).toBe("open 00:00");
    expect(status(times, monday, "23:30")).toBe("closes-soon 00:00");
    expect(status(times, tuesday, "00:00")).toBe("closed");
  });

  it("warns of closing from the first minute of a range of 30 minutes or less", () => {
    expect(status(everyDay("12:00-12:30"), monday, "12:00")).toBe("closes-soon 12:30");
    expect(status(everyDay("12:00-12:31"), monday, "12:00")).toBe("open 12:31");
  });

  describe("with an overnight range", () => {
    it.each([
      [saturday, "23:00", "none"],
      [sunday, "21:29", "closed 22:00"],
      [sunday, "21:30", "opens-soon 22:00"],
      [sunday, "22:00", "open 06:00"],
      [sunday, "23:45", "open 06:00"],
      [monday, "00:00", "open 06:00"],
      [monday, "05:29", "open 06:00"],
      [monday, "05:30", "closes-soon 06:00"],
      [monday, "06:00", "closes-soon 06:00"],
      [monday, "06:01", "none"],
    ])("22:00-06:00 on Sunday, day %s at %s: %s", (day, clock, expected) => {
      expect(status(week({ 6: "22:00-06:00" }), day, clock)).toBe(expected);
    });

    it("warns before midnight of closing after it", () => {
      expect(status(week({ 0: "20:00-00:15" }), monday, "23:44")).toBe("open 00:15");
      expect(status(week({ 0: "20:00-00:15" }), monday, "23:45")).toBe("closes-soon 00:15");
      expect(status(week({ 0: "20:00-00:00" }), monday, "23:30")).toBe("closes-soon 00:00");
      expect(status(week({ 0: "20:00-00:00" }), tuesday, "00:00")).toBe("closes-soon 00:00");
    });

    it("speaks of yesterday's range first, then of today's", () => {
      const times = everyDay("22:00-06:00");
      expect(status(times, tuesday, "05:45")).toBe("closes-soon 06:00");
      expect(status(times, tuesday, "06:01")).toBe("closed 22:00");
      expect(status(times, tuesday, "21:45")).toBe("opens-soon 22:00");
      const overlapping = week({ 0: "22:00-06:00", 1: "05:00-18:00" });
      expect(status(overlapping, tuesday, "05:45")).toBe("closes-soon 06:00");
      expect(status(overlapping, tuesday, "06:01")).toBe("open 18:00");
    });
  });

  describe("where a range goes on at midnight", () => {
    it("never warns a place that never closes", () => {
      for (const times of [everyDay("00:00-24:00"), everyDay("00:00-00:00")]) {
        for (const clock of ["00:00", "12:00", "23:30", "23:59"]) {
          expect(status(times, sunday, clock)).toBe("open");
        }
      }
    });

    it("never warns at the last minute of the day either, which is still open", () => {
      expect(status(everyDay("00:00-23:59"), monday, "23:45")).toBe("open");
      expect(status(everyDay("00:00-23:59"), monday, "23:59")).toBe("open");
      expect(status(everyDay("00:00-23:58"), monday, "23:45")).toBe("closes-soon 23:58");
    });

    it("does not warn on a whole day, even before a day without times", () => {
      expect(status(week({ 0: "00:00-24:00" }), monday, "23:45")).toBe("open 00:00");
      expect(status(week({ 0: "00:00-24:00" }), tuesday, "00:00")).toBe("none");
    });

    it("warns before the end of the chain only", () => {
      const times = week({ 0: "08:00-24:00", 1: "00:00-02:00" });
      expect(status(times, monday, "23:45")).toBe("open 02:00");
      expect(status(times, tuesday, "00:00")).toBe("open 02:00");
      expect(status(times, tuesday, "01:29")).toBe("open 02:00");
      expect(status(times, tuesday, "01:30")).toBe("closes-soon 02:00");
      expect(status(times, tuesday, "02:01")).toBe("closed");
    });

    it("goes on from Sunday to Monday", () => {
      const times = week({ 6: "20:00-24:00", 0: "00:00-05:00" });
      expect(status(times, sunday, "23:59")).toBe("open 05:00");
      expect(status(times, monday, "04:30")).toBe("closes-soon 05:00");
    });

    it("goes on from an overnight range into a longer day", () => {
      const times = week({ 0: "22:00-06:00", 1: "00:00-12:00" });
      expect(status(times, monday, "23:00")).toBe("open 12:00");
      expect(status(times, tuesday, "05:45")).toBe("open 12:00");
      expect(status(times, tuesday, "11:30")).toBe("closes-soon 12:00");
    });

    it("keeps an overnight range that outlasts the day's own times", () => {
      const times = week({ 0: "22:00-06:00", 1: "00:00-05:00" });
      expect(status(times, tuesday, "04:45")).toBe("open 06:00");
      expect(status(times, tuesday, "05:45")).toBe("closes-soon 06:00");
    });

    it("warns where the next day starts a minute later", () => {
      const times = week({ 0: "08:00-24:00", 1: "00:01-18:00" });
      expect(status(times, monday, "23:30")).toBe("closes-soon 00:00");
    });

    it("names no minute that is 24 hours away or more", () => {
      const times = week({ 0: "08:00-24:00", 1: "00:00-18:00" });
      expect(status(times, monday, "17:59")).toBe("open");
      expect(status(times, monday, "18:00")).toBe("open");
      expect(status(times, monday, "18:01")).toBe("open 18:00");
    });
  });

  it("goes by the place's own clock when daylight saving changes it", () => {
    const at = (instant: string) =>
      openStatusAt(everyDay("02:00-03:15"), localTimeAt(new Date(instant), "Europe/Budapest"))
        .status;
    expect(at("2026-03-29T00:59:00Z")).toBe("opens-soon");
    expect(at("2026-03-29T01:00:00Z")).toBe("closes-soon");
    expect(at("2026-10-25T00:50:00Z")).toBe("closes-soon");
    expect(at("2026-10-25T01:10:00Z")).toBe("open");
    expect(at("2026-10-25T02:16:00Z")).toBe("closed");
  });
});

describe("openStatusAt and isOpenAt", () => {
  const clock = fc.integer({ min: 0, max: 1439 }).map(toClock);
  const closing = fc.integer({ min: 0, max: 1440 }).map(toClock);
  const entry = fc.oneof(
    fc.constantFrom("-", "00:00-24:00", "00:00-00:00", "22:00-06:00", "00:00-23:59", "?"),
    fc.tuple(clock, closing).map(([opens, closes]) => `${opens}-${closes}`),
  );
  const times = fc.array(entry, { minLength: 7, maxLength: 7 });
  const local = fc.record({
    weekday: fc.constantFrom<Weekday>(0, 1, 2, 3, 4, 5, 6),
    minuteOfDay: fc.integer({ min: 0, max: 1439 }),
  });

  it("never contradict each other", () => {
    fc.assert(
      fc.property(times, local, (anyTimes, anyLocal) => {
        const { status } = openStatusAt(anyTimes, anyLocal);
        expect(status === "open" || status === "closes-soon").toBe(isOpenAt(anyTimes, anyLocal));
      }),
      { numRuns: 2000 },
    );
  });

  it("agree about the minute of closing: open until it, without a break", () => {
    fc.assert(
      fc.property(times, local, (anyTimes, anyLocal) => {
        const { status, until } = openStatusAt(anyTimes, anyLocal);
        if (until === null || status === "closed" || status === "opens-soon") return;
        const minutesLeft = (until - anyLocal.minuteOfDay + 1440) % 1440;
        for (let later = 0; later < minutesLeft; later++) {
          expect(isOpenAt(anyTimes, later === 0 ? anyLocal : plus(anyLocal, later))).toBe(true);
        }
        if (status === "closes-soon") expect(minutesLeft).toBeLessThanOrEqual(30);
      }),
      { numRuns: 500 },
    );
  });
});

function plus({ weekday, minuteOfDay }: LocalTime, minutes: number): LocalTime {
  const total = minuteOfDay + minutes;
  return {
    weekday: ((weekday + Math.floor(total / 1440)) % 7) as Weekday,
    minuteOfDay: total % 1440,
  };
}

function toClock(minuteOfDay: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}`;
}
