import { describe, expect, it } from "vitest";
import { createFormatter } from "./use-formatter.ts";

const hu = createFormatter("hu");
const en = createFormatter("en");
const de = createFormatter("de");
/** `Intl` puts no-break spaces of several kinds between figures and units. */
const plain = (text: string) => text.replace(/\s/gu, " ");

describe("createFormatter", () => {
  it("dates by the home country's clock, unless another is given", () => {
    const instant = "2026-06-30T22:30:00Z";
    expect(en.date(instant)).toBe("1 Jul 2026");
    const london = createFormatter("en", "Europe/London");
    expect(london.date(instant)).toBe("30 Jun 2026");
    expect(london.dateTime(instant)).toBe("30 Jun 2026, 23:30");
    expect(london.dateTime(instant, "Europe/Helsinki")).toBe("1 Jul 2026, 01:30");
  });

  it("writes ratings with two decimals", () => {
    expect(hu.rating(4.5)).toBe("4,50");
    expect(en.rating(5)).toBe("5.00");
    expect(de.rating(3.333)).toBe("3,33");
  });

  // Older browsers group four digits in Hungarian unless they are told not to: `useGrouping` says it.
  it.each([
    [999, "999", "999", "999"],
    [1_000, "1000", "1,000", "1.000"],
    [9_999, "9999", "9,999", "9.999"],
    [10_000, "10 000", "10,000", "10.000"],
  ])("sets the thousands of %i apart as each language does", (value, ...texts) => {
    expect([hu, en, de].map(({ number }) => plain(number(value)))).toEqual(texts);
  });

  it.each([
    [0, "0 m"],
    [4, "0 m"],
    [5, "10 m"],
    [234, "230 m"],
    [994, "990 m"],
    [995, "1 km"],
    [1_249, "1,2 km"],
    [9_949, "9,9 km"],
    [9_950, "10 km"],
    [12_499, "12 km"],
  ])("writes %i metres as %s in Hungarian", (meters, text) => {
    expect(plain(hu.distance(meters))).toBe(text);
  });

  it("writes distances in the other languages", () => {
    expect(plain(en.distance(1_200))).toBe("1.2 km");
    expect(plain(de.distance(1_200))).toBe("1,2 km");
  });

  it.each([
    ["en-US", 100, "330 ft"],
    ["en-US", 303, "990 ft"],
    ["en-US", 304, "0.2 mi"],
    ["en-US", 16_093, "10 mi"],
    ["en-GB", 100, "110 yd"],
    ["en-GB", 452, "490 yd"],
    ["en-GB", 453, "0.3 mi"],
  ])("writes miles in %s: %i metres as %s", (locale, meters, text) => {
    expect(plain(createFormatter(locale).distance(meters))).toBe(text);
  });

  it("keeps a number and its unit on one line", () => {
    for (const format of [hu, en, de]) {
      expect(format.distance(1_500)).toMatch(/^1[,.]5\u00a0km$/);
      expect(format.distance(40)).toBe("40\u00a0m");
      expect(format.minutes(300)).toMatch(/^5\u00a0/);
    }
  });

  it("writes at least a minute", () => {
    expect(plain(hu.minutes(0))).toBe("1 perc");
    expect(plain(en.minutes(89))).toBe("1 min");
    expect(plain(en.minutes(90))).toBe("2 mins");
  });

  it("writes whole amounts without decimals and others with two", () => {
    expect(plain(hu.money(500, "HUF"))).toBe("500 Ft");
    expect(plain(hu.money(0.5, "EUR"))).toBe("0,50 EUR");
    expect(en.money(0.5, "EUR")).toBe("€0.50");
    expect(plain(de.money(1, "EUR"))).toBe("1 €");
    expect(hu.amount(12.5)).toBe("12,50");
    expect(hu.amount(12)).toBe("12");
  });

  it("dates an instant in Hungary's time zone", () => {
    expect(plain(hu.date("2026-03-01T22:59:59.999Z"))).toBe("2026. márc. 1.");
    expect(plain(hu.date("2026-03-01T23:00:00.000Z"))).toBe("2026. márc. 2.");
    expect(plain(hu.dateTime("2026-03-01T23:05:00.000Z"))).toBe("2026. márc. 2. 00:05");
    expect(plain(en.dateTime("2026-03-01T14:45:00.000Z"))).toBe("1 Mar 2026, 15:45");
    expect(plain(de.dateTime("2026-03-01T23:05:00.000Z"))).toBe("02.03.2026, 00:05");
    expect(plain(de.date("2026-03-01T23:00:00.000Z", "UTC"))).toBe("01.03.2026");
  });

  it("has one clock of 24 hours in every language, as opening times have", () => {
    const quarterToFour = new Date(2026, 2, 1, 3, 45).getTime();
    const midnight = new Date(2026, 2, 1).getTime();
    for (const { time } of [hu, en, de]) {
      expect([time(quarterToFour), time(midnight)]).toEqual(["03:45", "00:00"]);
    }
  });

  it("counts weekdays from Monday", () => {
    expect([0, 6].map(hu.weekday)).toEqual(["hétfő", "vasárnap"]);
    expect(de.weekday(0)).toBe("Montag");
  });

  it("names countries", () => {
    expect(hu.country("HU")).toBe("Magyarország");
    expect(de.country("AT")).toBe("Österreich");
  });
});
