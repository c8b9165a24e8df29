import { describe, expect, it } from "vitest";
import { type LocalTime, localTimeAt } from "./local-time.ts";
import { isOpenAt } from "./open-now.ts";

type Weekday = LocalTime["weekday"];
const [monday, tuesday, wednesday, sunday]: Weekday[] = [0, 1, 2, 6];

function at(weekday: Weekday, clock: string): LocalTime {
  const [hour, minute] = clock.split(":").map(Number);
  return { weekday, minuteOfDay: hour * 60 + minute };
}

/** A week that is open on the named days only. */
function week(days: Partial<Record<Weekday, string>>): string[] {
  return Array.from({ length: 7 }, (_, day) => days[day as Weekday] ?? "-");
}

const everyDay = (entry: string) => Array.from({ length: 7 }, () => entry);

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

  it("takes each weekday's own times", () => {
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

  it("is not open by times that cannot be read", () => {
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

    it("closes at midnight, 00:00 included, when it says 00:00", () => {
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

  it("goes by the clock on the days that it is changed", () => {
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
