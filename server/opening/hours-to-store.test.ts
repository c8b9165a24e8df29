import { describe, expect, test } from "vitest";
import { hoursToStore } from "./seven-entries-of-text.ts";

const budapest = { country: "HU", longitude: 19.05, latitude: 47.5 };
const days = (count: number, entry: string) => Array<string>(count).fill(entry);

describe("hours of a contributor", () => {
  const opening_times = [...days(5, "08:00-18:00"), ...days(2, "-")];

  test("are the seven entries alone where there is no text", () => {
    const stored = {
      schedule: { timeZone: "Europe/Budapest", openingTimes: opening_times, hours: null },
      columns: { opening_hours: null, opening_hours_complete: null },
    };
    expect(hoursToStore({ opening_times }, budapest)).toEqual(stored);
    expect(hoursToStore({ opening_times, opening_hours: " " }, budapest)).toEqual(stored);
  });

  test.each([
    ["Mo-Fr 22:00-04:00", [...days(5, "22:00-04:00"), ...days(2, "closed")], true, ""],
    ["Mo-Su 08:00-12:00,13:00-18:00", days(7, "13:00-18:00"), false, ""],
    ["sunset-24:00", ["20:45-24:00", "20:44-24:00", ...days(5, "20:45-24:00")], false, "47.5,19.1"],
  ])("are those of the text %s", (text, openingTimes, opening_hours_complete, position) => {
    const given = { opening_times, opening_hours: ` ${text} ` };
    expect(hoursToStore(given, budapest)).toEqual({
      schedule: {
        timeZone: "Europe/Budapest",
        openingTimes,
        hours: { text, country: "HU", position },
      },
      columns: { opening_hours: text, opening_hours_complete },
    });
  });
});
