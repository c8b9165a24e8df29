import { describe, expect, it, test, vi } from "vitest";
import { formatMinuteOfDay, localDateAt, localTimeAt, ZoneClock } from "./local-time.ts";

/** 'weekday HH:MM' at an instant in a zone; Monday is 0. */
function clock(instant: string, timeZone: string): string {
  const { weekday, minuteOfDay } = localTimeAt(new Date(instant), timeZone);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${weekday} ${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}`;
}

describe("localTimeAt", () => {
  it("counts weekdays from Monday", () => {
    const days = [5, 6, 7, 8, 9, 10, 11].map((day) =>
      clock(`2026-01-${String(day).padStart(2, "0")}T12:00:00Z`, "UTC"),
    );
    expect(days.map((day) => day[0])).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
  });

  it("is 00:00, not 24:00, at midnight, and changes the weekday there", () => {
    expect(clock("2026-01-04T22:59:59Z", "Europe/Budapest")).toBe("6 23:59");
    expect(clock("2026-01-04T23:00:00Z", "Europe/Budapest")).toBe("0 00:00");
  });

  it("drops seconds: a minute lasts until it is over", () => {
    expect(clock("2026-01-05T17:00:59.999Z", "Europe/Budapest")).toBe("0 18:00");
    expect(clock("2026-01-05T17:01:00.000Z", "Europe/Budapest")).toBe("0 18:01");
  });

  it("skips an hour in Budapest on 29 March 2026", () => {
    expect(clock("2026-03-29T00:59:00Z", "Europe/Budapest")).toBe("6 01:59");
    expect(clock("2026-03-29T01:00:00Z", "Europe/Budapest")).toBe("6 03:00");
  });

  it("repeats an hour in Budapest on 25 October 2026", () => {
    expect(clock("2026-10-25T00:59:00Z", "Europe/Budapest")).toBe("6 02:59");
    expect(clock("2026-10-25T01:00:00Z", "Europe/Budapest")).toBe("6 02:00");
    expect(clock("2026-10-25T01:59:00Z", "Europe/Budapest")).toBe("6 02:59");
    expect(clock("2026-10-25T02:00:00Z", "Europe/Budapest")).toBe("6 03:00");
  });

  it.each([
    ["Europe/Budapest", "0 01:30"],
    ["America/New_York", "6 19:30"],
    ["Pacific/Auckland", "0 13:30"],
    ["Asia/Kathmandu", "0 06:15"],
    ["UTC", "0 00:30"],
  ])("has the clock of %s", (timeZone, expected) => {
    expect(clock("2026-01-05T00:30:00Z", timeZone)).toBe(expected);
  });

  it("throws for an unknown zone", () => {
    expect(() => localTimeAt(new Date(0), "Europe/Nowhere")).toThrow(RangeError);
  });
});

it.each([
  [0, "00:00"],
  [61, "01:01"],
  [1080, "18:00"],
  [1439, "23:59"],
  [1440, "24:00"],
])("writes minute %i of the day as %s", (minuteOfDay, text) => {
  expect(formatMinuteOfDay(minuteOfDay)).toBe(text);
});

describe("localDateAt", () => {
  it.each([
    ["2026-06-10T21:59:59.999Z", "Europe/Budapest", "2026-06-10"],
    ["2026-06-10T22:00:00.000Z", "Europe/Budapest", "2026-06-11"],
    ["2026-12-31T22:59:59.999Z", "Europe/Budapest", "2026-12-31"],
    ["2026-12-31T23:00:00.000Z", "Europe/Budapest", "2027-01-01"],
    ["2026-06-10T03:59:59.999Z", "America/New_York", "2026-06-09"],
    ["2026-06-10T12:00:00.000Z", "Pacific/Kiritimati", "2026-06-11"],
    ["2026-02-03T12:00:00.000Z", "UTC", "2026-02-03"],
  ])("at %s in %s is %s", (instant, timeZone, date) => {
    expect(localDateAt(new Date(instant), timeZone)).toBe(date);
  });

  it("refuses an unknown zone", () => {
    expect(() => localDateAt(new Date(0), "Europe/Nowhere")).toThrow(RangeError);
  });
});

test("a zone's formatter is created once for any number of instants", () => {
  const made = vi.spyOn(Intl, "DateTimeFormat");
  try {
    for (let hour = 0; hour < 100; hour++) {
      const instant = new Date(Date.UTC(2026, 4, 1, hour));
      localTimeAt(instant, "Pacific/Chatham");
      localDateAt(instant, "Pacific/Chatham");
    }
    expect(made).toHaveBeenCalledTimes(1);
  } finally {
    made.mockRestore();
  }
});

const at = (text: string) => Date.parse(text);

describe("ZoneClock", () => {
  it.each(["Europe/Budapest", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"])(
    "shows in %s what the formatter of dates does",
    (zone) => {
      const clock = ZoneClock.of(zone);
      const formatter = new Intl.DateTimeFormat("en-CA", {
        ...{ dateStyle: "short", timeStyle: "short", hourCycle: "h23", timeZone: zone },
      });
      const wrong: string[] = [];
      for (let ms = at("2026-03-20T00:00Z"); ms < at("2026-11-10T00:00Z"); ms += 187 * 60_000) {
        const wall = new Date(clock.wallTimeAt(ms)).toISOString().slice(0, 16).split("T");
        const isSame = formatter.format(ms) === wall.join(", ");
        if (!isSame) wrong.push(new Date(ms).toISOString());
      }
      expect(wrong).toEqual([]);
    },
  );

  it("turns at the minute", () => {
    const clock = ZoneClock.of("Europe/Budapest");
    const transition = at("2026-03-29T01:00Z");
    expect(clock.aheadAt(transition - 1)).toBe(3_600_000);
    expect(clock.aheadAt(transition)).toBe(7_200_000);
    expect(clock.pieces(transition - 5_000, transition + 5_000)).toEqual([
      { from: transition - 5_000, aheadMs: 3_600_000 },
      { from: transition, aheadMs: 7_200_000 },
    ]);
    expect(clock.pieces(transition, transition + 5_000)).toEqual([
      { from: transition, aheadMs: 7_200_000 },
    ]);
  });

  it.each([
    ["2026-06-15T08:00Z", "2026-06-15T06:00Z"],
    ["2026-12-15T08:00Z", "2026-12-15T07:00Z"],
    // Shown twice: the first time counts.
    ["2026-10-25T02:30Z", "2026-10-25T00:30Z"],
    ["2026-10-25T03:00Z", "2026-10-25T02:00Z"],
    ["2026-03-29T03:00Z", "2026-03-29T01:00Z"],
  ])("shows %s in Budapest first at %s", (wall, instant) => {
    expect(ZoneClock.of("Europe/Budapest").instantOf(at(wall))).toBe(at(instant));
  });

  it("throws for an unknown zone", () => {
    expect(() => ZoneClock.of("Europe/Nowhere")).toThrow(RangeError);
  });
});
