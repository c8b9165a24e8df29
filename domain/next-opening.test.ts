import { describe, expect, it } from "vitest";
import { nextOpening } from "./next-opening.ts";

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

  it("is null where a day comes first of which nothing is known", () => {
    const times = [...weekdays, "closed", "-"];
    expect(nextOpening(times, { weekday: 4, minuteOfDay: 781 })).toBeNull();
    expect(nextOpening(times, { weekday: 6, minuteOfDay: 480 })).toBeNull();
    // A day that comes later says nothing against it.
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
