import { describe, expect, it } from "vitest";
import { localDateAt } from "./local-date.ts";

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
