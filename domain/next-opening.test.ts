import { describe, expect, it } from "vitest";
import { nextOpening } from "./next-opening.ts";

const weekdays = ["08:00-18:00", "08:00-18:00", "08:00-18:00", "08:00-18:00", "09:00-13:00"];

describe("nextOpening", () => {
  it("is today's opening before it", () => {
    const expected = { weekday: 0, minuteOfDay: 480, daysAhead: 0 };
    expect(nextOpening([...weekdays, "-", "-"], { weekday: 0, minuteOfDay: 479 })).toEqual(
      expected,
    );
  });

  it("is tomorrow's after today's closing", () => {
    const expected = { weekday: 1, minuteOfDay: 480, daysAhead: 1 };
    expect(nextOpening([...weekdays, "-", "-"], { weekday: 0, minuteOfDay: 1081 })).toEqual(
      expected,
    );
  });

  it("skips days without times, over the end of the week", () => {
    const expected = { weekday: 0, minuteOfDay: 480, daysAhead: 3 };
    expect(nextOpening([...weekdays, "-", "-"], { weekday: 4, minuteOfDay: 800 })).toEqual(
      expected,
    );
    const onSunday = { weekday: 0, minuteOfDay: 480, daysAhead: 1 };
    expect(nextOpening([...weekdays, "-", "-"], { weekday: 6, minuteOfDay: 0 })).toEqual(onSunday);
  });

  it("is a week away where today was the only day", () => {
    const times = ["-", "-", "08:00-09:00", "-", "-", "-", "-"];
    const expected = { weekday: 2, minuteOfDay: 480, daysAhead: 7 };
    expect(nextOpening(times, { weekday: 2, minuteOfDay: 541 })).toEqual(expected);
  });

  it("is tonight's opening after last night's range has ended", () => {
    const times = Array.from({ length: 7 }, () => "22:00-06:00");
    const expected = { weekday: 0, minuteOfDay: 1320, daysAhead: 0 };
    expect(nextOpening(times, { weekday: 0, minuteOfDay: 361 })).toEqual(expected);
  });

  it("is null while the place is open", () => {
    expect(nextOpening([...weekdays, "-", "-"], { weekday: 0, minuteOfDay: 480 })).toBeNull();
    expect(nextOpening([...weekdays, "-", "-"], { weekday: 0, minuteOfDay: 1080 })).toBeNull();
  });

  it("is null where no day has times", () => {
    const times = Array.from({ length: 7 }, () => "-");
    expect(nextOpening(times, { weekday: 0, minuteOfDay: 480 })).toBeNull();
  });
});
