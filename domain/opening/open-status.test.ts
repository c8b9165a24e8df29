import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LocalTime, localTimeAt } from "./local-time.ts";
import { isOpenAt, nextOpening, openStatusAt } from "./open-status.ts";

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

/** Result as 'status until', such as `open 18:00` or `closed`. */
function status(times: string[], weekday: Weekday, clock: string): string {
  const result = openStatusAt(times, { weekday, minuteOfDay: minute(clock) });
  if (result.until === null) return result.status;
  const [hour, past] = [Math.floor(result.until / 60), result.until % 60];
  return `${result.status} ${String(hour).padStart(2, "0")}:${String(past).padStart(2, "0")}`;
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

  it("has the status 'none' without times today, independent of the other days", () => {
    expect(status(everyDay("-"), monday, "12:00")).toBe("none");
    expect(status(week({ 1: "00:10-18:00" }), monday, "23:50")).toBe("none");
    expect(status(everyDay("nonstop"), monday, "12:00")).toBe("none");
    expect(status([], monday, "12:00")).toBe("none");
  });

  it("is closed all of a day that is known to be closed, independent of the other days", () => {
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

  it("names yesterday's range on a closed day while it runs", () => {
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

    it("names yesterday's range first, then today's", () => {
      const times = everyDay("22:00-06:00");
      expect(status(times, tuesday, "05:45")).toBe("closes-soon 06:00");
      expect(status(times, tuesday, "06:01")).toBe("closed 22:00");
      expect(status(times, tuesday, "21:45")).toBe("opens-soon 22:00");
      const overlapping = week({ 0: "22:00-06:00", 1: "05:00-18:00" });
      expect(status(overlapping, tuesday, "05:45")).toBe("closes-soon 06:00");
      expect(status(overlapping, tuesday, "06:01")).toBe("open 18:00");
    });
  });

  describe("where a range continues at midnight", () => {
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

    it("continues from Sunday to Monday", () => {
      const times = week({ 6: "20:00-24:00", 0: "00:00-05:00" });
      expect(status(times, sunday, "23:59")).toBe("open 05:00");
      expect(status(times, monday, "04:30")).toBe("closes-soon 05:00");
    });

    it("continues from an overnight range into a longer day", () => {
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

  it("uses the place's own clock when daylight saving changes it", () => {
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
      { seed: 1, numRuns: 500 },
    );
  });

  it("agree about the minute of closing: open until it, without a break", () => {
    fc.assert(
      fc.property(times, local, (anyTimes, anyLocal) => {
        const { status, until } = openStatusAt(anyTimes, anyLocal);
        if (until === null || status === "closed" || status === "opens-soon") return;
        const minutesLeft = (until - anyLocal.minuteOfDay + 1440) % 1440;
        const minutes = Array.from({ length: minutesLeft }, (_, later) => plus(anyLocal, later));
        expect(minutes.find((minute) => !isOpenAt(anyTimes, minute))).toBeUndefined();
        if (status === "closes-soon") expect(minutesLeft).toBeLessThanOrEqual(30);
      }),
      { seed: 2, numRuns: 200 },
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

function at(weekday: Weekday, clock: string): LocalTime {
  const [hour, minute] = clock.split(":").map(Number);
  return { weekday, minuteOfDay: hour * 60 + minute };
}

describe("isOpenAt", () => {
  it.each([
    ["00:00", false],
    ["07:29", false],
    ["07:59", false],
    ["08:00", true],
    ["08:01", true],
    ["12:00", true],
    ["17:30", true],
    ["17:59", true],
    ["18:00", true],
    ["18:01", false],
    ["23:59", false],
  ])("08:00-18:00 at %s: %s", (clock, expected) => {
    for (const day of [monday, wednesday, sunday]) {
      expect(isOpenAt(everyDay("08:00-18:00"), at(day, clock))).toBe(expected);
    }
  });

  it("compares minutes only within the opening and the closing hour", () => {
    expect(isOpenAt(everyDay("08:45-18:15"), at(monday, "09:10"))).toBe(true);
    expect(isOpenAt(everyDay("08:45-18:15"), at(monday, "17:50"))).toBe(true);
    expect(isOpenAt(everyDay("08:45-18:15"), at(monday, "08:44"))).toBe(false);
    expect(isOpenAt(everyDay("08:45-18:15"), at(monday, "18:16"))).toBe(false);
  });

  it("uses each weekday's own times", () => {
    const times = week({ 0: "08:00-12:00", 6: "14:00-16:00" });
    expect(isOpenAt(times, at(monday, "10:00"))).toBe(true);
    expect(isOpenAt(times, at(monday, "15:00"))).toBe(false);
    expect(isOpenAt(times, at(sunday, "15:00"))).toBe(true);
    expect(isOpenAt(times, at(sunday, "10:00"))).toBe(false);
    expect(isOpenAt(times, at(tuesday, "10:00"))).toBe(false);
  });

  it("is not open on a day without times, nor where no day has any", () => {
    expect(isOpenAt(week({ 0: "08:00-18:00" }), at(tuesday, "12:00"))).toBe(false);
    expect(isOpenAt(everyDay("-"), at(monday, "12:00"))).toBe(false);
    expect(isOpenAt(everyDay("closed"), at(monday, "12:00"))).toBe(false);
  });

  it("is not open by malformed times", () => {
    expect(isOpenAt(everyDay("nonstop"), at(monday, "12:00"))).toBe(false);
    expect(isOpenAt([], at(monday, "12:00"))).toBe(false);
  });

  describe("with an overnight range", () => {
    it.each([
      [sunday, "21:59", false],
      [sunday, "22:00", true],
      [sunday, "23:59", true],
      [monday, "00:00", true],
      [monday, "05:59", true],
      [monday, "06:00", true],
      [monday, "06:01", false],
      [monday, "22:00", false],
      [sunday, "03:00", false],
    ])("22:00-06:00 on Sunday, day %s at %s: %s", (day, clock, expected) => {
      expect(isOpenAt(week({ 6: "22:00-06:00" }), at(day, clock))).toBe(expected);
    });

    it("runs on into a day that has its own times", () => {
      const times = week({ 0: "22:00-06:00", 1: "08:00-18:00" });
      expect(isOpenAt(times, at(tuesday, "05:00"))).toBe(true);
      expect(isOpenAt(times, at(tuesday, "07:00"))).toBe(false);
      expect(isOpenAt(times, at(tuesday, "09:00"))).toBe(true);
    });

    it("runs on into a day that is closed, to the minute", () => {
      const times = ["22:00-06:00", ...Array<string>(6).fill("closed")];
      expect(isOpenAt(times, at(tuesday, "06:00"))).toBe(true);
      expect(isOpenAt(times, at(tuesday, "06:01"))).toBe(false);
      expect(isOpenAt(times, at(tuesday, "22:00"))).toBe(false);
    });

    it("closes at midnight, inclusive, with a closing time of 00:00", () => {
      const times = week({ 0: "22:00-00:00" });
      expect(isOpenAt(times, at(monday, "23:59"))).toBe(true);
      expect(isOpenAt(times, at(tuesday, "00:00"))).toBe(true);
      expect(isOpenAt(times, at(tuesday, "00:01"))).toBe(false);
    });

    it("lasts a whole day when it closes at the minute it opens", () => {
      const times = week({ 0: "08:00-08:00" });
      expect(isOpenAt(times, at(monday, "07:59"))).toBe(false);
      expect(isOpenAt(times, at(monday, "08:00"))).toBe(true);
      expect(isOpenAt(times, at(tuesday, "08:00"))).toBe(true);
      expect(isOpenAt(times, at(tuesday, "08:01"))).toBe(false);
    });
  });

  it("is open all of a 00:00-24:00 day and no minute of the next", () => {
    const times = week({ 0: "00:00-24:00" });
    expect(isOpenAt(times, at(sunday, "23:59"))).toBe(false);
    expect(isOpenAt(times, at(monday, "00:00"))).toBe(true);
    expect(isOpenAt(times, at(monday, "23:59"))).toBe(true);
    expect(isOpenAt(times, at(tuesday, "00:00"))).toBe(false);
  });

  it("uses wall time on the days of clock changes", () => {
    const isOpen = (times: string, instant: string) =>
      isOpenAt(everyDay(times), localTimeAt(new Date(instant), "Europe/Budapest"));
    expect(isOpen("02:30-10:00", "2026-03-29T00:59:00Z")).toBe(false);
    expect(isOpen("02:30-10:00", "2026-03-29T01:00:00Z")).toBe(true);
    expect(isOpen("08:00-18:00", "2026-03-29T06:00:00Z")).toBe(true);
    expect(isOpen("08:00-18:00", "2026-03-29T05:59:59Z")).toBe(false);
    expect(isOpen("08:00-18:00", "2026-10-25T06:59:59Z")).toBe(false);
    expect(isOpen("08:00-18:00", "2026-10-25T07:00:00Z")).toBe(true);
    expect(isOpen("02:15-02:45", "2026-10-25T00:30:00Z")).toBe(true);
    expect(isOpen("02:15-02:45", "2026-10-25T01:30:00Z")).toBe(true);
  });

  it.each([
    ["America/New_York", "2026-01-05T13:00:00Z"],
    ["Pacific/Auckland", "2026-01-04T19:00:00Z"],
    ["Asia/Kathmandu", "2026-01-05T02:15:00Z"],
  ])("opens at 08:00 of %s's own Monday", (timeZone, opening) => {
    const times = week({ 0: "08:00-18:00" });
    const isOpen = (instant: number) => isOpenAt(times, localTimeAt(new Date(instant), timeZone));
    expect(isOpen(Date.parse(opening) - 1)).toBe(false);
    expect(isOpen(Date.parse(opening))).toBe(true);
  });
});

const weekdays = ["08:00-18:00", "08:00-18:00", "08:00-18:00", "08:00-18:00", "09:00-13:00"];

describe("nextOpening", () => {
  it("is today's opening before it", () => {
    const expected = { weekday: 0, minuteOfDay: 480, daysAhead: 0 };
    expect(
      nextOpening([...weekdays, "closed", "closed"], { weekday: 0, minuteOfDay: 479 }),
    ).toEqual(expected);
  });

  it("is tomorrow's after today's closing", () => {
    const expected = { weekday: 1, minuteOfDay: 480, daysAhead: 1 };
    expect(
      nextOpening([...weekdays, "closed", "closed"], { weekday: 0, minuteOfDay: 1081 }),
    ).toEqual(expected);
  });

  it("skips closed days, over the end of the week", () => {
    const expected = { weekday: 0, minuteOfDay: 480, daysAhead: 3 };
    expect(
      nextOpening([...weekdays, "closed", "closed"], { weekday: 4, minuteOfDay: 800 }),
    ).toEqual(expected);
    const onSunday = { weekday: 0, minuteOfDay: 480, daysAhead: 1 };
    expect(nextOpening([...weekdays, "closed", "closed"], { weekday: 6, minuteOfDay: 0 })).toEqual(
      onSunday,
    );
  });

  it("is a week away where today was the only day", () => {
    const times = Array.from({ length: 7 }, (_, day) => (day === 2 ? "08:00-09:00" : "closed"));
    const expected = { weekday: 2, minuteOfDay: 480, daysAhead: 7 };
    expect(nextOpening(times, { weekday: 2, minuteOfDay: 541 })).toEqual(expected);
  });

  it("is tonight's opening after last night's range has ended", () => {
    const times = Array.from({ length: 7 }, () => "22:00-06:00");
    const expected = { weekday: 0, minuteOfDay: 1320, daysAhead: 0 };
    expect(nextOpening(times, { weekday: 0, minuteOfDay: 361 })).toEqual(expected);
  });

  it("is null while the place is open", () => {
    expect(
      nextOpening([...weekdays, "closed", "closed"], { weekday: 0, minuteOfDay: 480 }),
    ).toBeNull();
    expect(
      nextOpening([...weekdays, "closed", "closed"], { weekday: 0, minuteOfDay: 1080 }),
    ).toBeNull();
  });

  it.each(["-", "closed"])("is null where every day is '%s'", (entry) => {
    const times = Array.from({ length: 7 }, () => entry);
    expect(nextOpening(times, { weekday: 0, minuteOfDay: 480 })).toBeNull();
  });

  it("is null where a day of unknown times comes first", () => {
    const times = [...weekdays, "closed", "-"];
    expect(nextOpening(times, { weekday: 4, minuteOfDay: 781 })).toBeNull();
    expect(nextOpening(times, { weekday: 6, minuteOfDay: 480 })).toBeNull();
    // A later day of unknown times does not change that.
    expect(nextOpening(times, { weekday: 3, minuteOfDay: 1081 })).toMatchObject({ weekday: 4 });
  });

  it("is the minute before midnight and the first one after it", () => {
    const times = ["closed", "23:59-24:00", "00:00-00:01", ...Array(4).fill("closed")];
    expect(nextOpening(times, { weekday: 0, minuteOfDay: 1439 })).toMatchObject({
      minuteOfDay: 1439,
      daysAhead: 1,
    });
    expect(nextOpening(times, { weekday: 2, minuteOfDay: 2 })).toMatchObject({
      weekday: 1,
      daysAhead: 6,
    });
  });
});
