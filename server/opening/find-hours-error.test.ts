import { describe, expect, test } from "vitest";
import { findHoursError } from "./explain-hours.ts";
import { openHours } from "./hours-library.ts";

/** The text with its invalid part in brackets, and the reason; null for a valid text. */
function messageOf(text: string): string | null {
  const error = findHoursError(text);
  if (error === null) return null;
  const { position, part, reason } = error;
  const end = position + part.length;
  expect(text.slice(position, end)).toBe(part);
  return `${text.slice(0, position)}[${part}]${text.slice(end)} ${reason}`;
}

describe("findHoursError (docs/product#refused-hours)", () => {
  test.each([
    "24/7",
    "Mo-Fr 08:00-12:00,13:00-18:00; PH off",
    "Apr 01-Sep 30: Mo-Su 08:00-20:00",
    "Mo-Sa 22:00-04:00",
    "sunrise-sunset",
    "Mo-Fr 08:00+",
    '"by appointment"',
    "SH off; Mo 10:00-12:00",
    "hétfő-péntek 08:00-16:00",
    "Mo-Fr off",
  ])("accepts %s", (text) => {
    expect(messageOf(text)).toBeNull();
  });

  test.each([
    ["[abc] unreadable"],
    ["[Moo] 08:00-10:00 unreadable"],
    ["[H-P] 8:00-16:00 unreadable"],
    ["Mo-Fr [25:00-26:00] unreadable"],
    ["Mo-Fr [10:70-12:00] unreadable"],
    ["Mo-Fr [8-] unreadable"],
    ["Mo-Fr [12:00] unreadable"],
    ["Mo-Fr 08:00-12:00 [foo] unreadable"],
    ["Mo-Fr 08:00-12:00; Sa-Su 08:00-12:00; [x] unreadable"],
    ["Feb [30] 08:00-10:00 unreadable"],
    ["week [60] Mo 10:00-11:00 unreadable"],
    ["Mo-Fr 08:00-12:00 [<---] (x unreadable"],
    ["[,] unreadable"],
    ["Mo [9-5] ambiguous"],
    ["Mo-Fr 08:00-12:00; Sa [9-5] ambiguous"],
    ["[Mo-Fr] timeless"],
    ["Mo-Fr 08:00-12:00; [Sa] timeless"],
    ["[open] timeless"],
  ])("finds %s", (marked) => {
    const [, before, part, rest] = /^(.*?)\[(.*?)\](.*) \w+$/.exec(marked)!;
    expect(messageOf(`${before}${part}${rest}`)).toBe(marked);
  });

  const list = (count: number, part: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => part(index)).join();
  const nights = (count: number) => list(count, (index) => `12:${10 + index}-11:${10 + index}`);
  const suns = (count: number) => list(count, () => "sunset+");

  test("refuses the fifth time of the sun and the ninth range past midnight, and no sooner", () => {
    expect(findHoursError(suns(4))).toBeNull();
    expect(findHoursError(suns(5))).toMatchObject({ position: 32, reason: "excessive" });
    expect(findHoursError(nights(8))).toBeNull();
    expect(findHoursError(nights(9))).toMatchObject({ part: "12:18-11:18", reason: "excessive" });
    const long = list(9, () => "10:00-34:00");
    expect(findHoursError(long)).toMatchObject({ position: 96, reason: "excessive" });
    const days = list(18, (index) => `${index + 1}:00-${index + 2}:00`);
    expect(findHoursError(days)?.reason).not.toBe("excessive");
  });

  test.each(["24/7", "Mo 9-5", "Mo-Fr", "Mo 25:00-26:00", "Mo-Fr 08:00+", "PH off", ""])(
    "agrees with the server's evaluation: %j",
    (text) => {
      const site = { country: "LU", timeZone: "UTC", sun: null };
      const isRead = text !== "" && openHours(text, site) !== null;
      expect(findHoursError(text) === null).toBe(isRead);
    },
  );
});
