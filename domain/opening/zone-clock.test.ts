import { describe, expect, it } from "vitest";
import { localTimeAt } from "./local-time.ts";
import { ZoneClock } from "./zone-clock.ts";

const at = (text: string) => Date.parse(text);

describe("ZoneClock", () => {
  it.each(["Europe/Budapest", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"])(
    "shows in %s what the formatter of dates does",
    (zone) => {
      const clock = ZoneClock.of(zone);
      const wrong: string[] = [];
      for (let ms = at("2026-03-20T00:00Z"); ms < at("2026-11-10T00:00Z"); ms += 187 * 60_000) {
        const wall = new Date(clock.wallTimeAt(ms));
        const { weekday, minuteOfDay } = localTimeAt(new Date(ms), zone);
        const isSame =
          (wall.getUTCDay() + 6) % 7 === weekday &&
          wall.getUTCHours() * 60 + wall.getUTCMinutes() === minuteOfDay;
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
