import { describe, expect, it } from "vitest";
import { calendarDayKind, likelyAt, type Observation, observedPlace } from "./likely-open.ts";

const today = "2026-11-30";

const dayBefore = (days: number) =>
  new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

/** An observation of a stranger at two in the afternoon of a workday, some days ago. */
const seen = (age: number, open: boolean, more: Partial<Observation> = {}): Observation => ({
  ...{ day: dayBefore(age), kind: "workday", hour: 14, open, account: null, trusted: false },
  ...more,
});
const open = (age: number, more?: Partial<Observation>) => seen(age, true, more);
const closed = (age: number, more?: Partial<Observation>) => seen(age, false, more);
const trusted = { account: "staff", trusted: true };

function resultAt(observations: readonly Observation[], minute = 14 * 60 + 30) {
  return likelyAt(observedPlace(observations, today).runs, "workday", minute);
}
const word = (observations: readonly Observation[], minute?: number) => {
  const result = resultAt(observations, minute);
  return result && (result.open ? "open" : "closed");
};

describe("observedPlace", () => {
  it.each<[string, readonly Observation[], "open" | "closed" | null]>([
    ["nothing", [], null],
    ["one witness", [open(1)], null],
    ["two on one day", [open(1), open(1)], null],
    ["two on different days", [open(1), open(2)], "open"],
    ["two who found it closed", [closed(0), closed(1)], "closed"],
    ["two of different kinds of days", [open(1), open(2, { kind: "saturday" })], null],
    ["four of five", [open(1), open(2), open(3), open(4), closed(5)], "open"],
    ["three of four", [open(1), open(2), open(3), closed(4)], null],
    ["the 120th day", [open(1), open(119)], "open"],
    ["the day before it", [open(1), open(120)], null],
    ["two new ones against one old one", [open(1), open(29), closed(30)], "open"],
    ["two new ones against one that is as new", [open(1), open(28), closed(29)], null],
    ["one account on two days", [open(1, { account: "a" }), open(2, { account: "a" })], null],
    ["two accounts", [open(1, { account: "a" }), open(2, { account: "b" })], "open"],
    [
      "the newest of an account",
      [open(1, { account: "a" }), closed(2, { account: "a" }), open(3)],
      "open",
    ],
    ["a trusted one, who counts for two", [open(1, trusted), open(2), closed(2)], "open"],
    [
      "strangers against a trusted one",
      [open(9, trusted), open(3), closed(0), closed(1), closed(2), closed(4)],
      "open",
    ],
    ["strangers against a trusted one alone", [open(9, trusted), closed(0), closed(1)], null],
    [
      "strangers 31 days after a trusted one",
      [open(32, trusted), closed(1), closed(1), closed(0), closed(0)],
      "closed",
    ],
    [
      "strangers 30 days after it",
      [open(31, trusted), closed(1), closed(1), closed(0), closed(0)],
      null,
    ],
    [
      "trusted ones who contradict each other",
      [open(1, trusted), closed(2, { account: "other", trusted: true }), open(3)],
      null,
    ],
  ])("%s", (_, observations, expected) => {
    expect(word(observations)).toBe(expected);
  });

  it.each([
    [13 * 60 + 29, null],
    [13 * 60 + 30, "open"],
    [15 * 60 + 29, "open"],
    [15 * 60 + 30, null],
  ])(
    "counts from half an hour before the hour to half an hour after it: minute %i",
    (minute, is) => {
      expect(word([open(1), open(2)], minute)).toBe(is);
    },
  );

  it.each([
    [14 * 60 + 29, null],
    [14 * 60 + 30, "open"],
    [15 * 60 + 29, "open"],
    [15 * 60 + 30, null],
  ])("where hours meet, counts both: minute %i", (minute, is) => {
    expect(word([open(1), open(2, { hour: 15 })], minute)).toBe(is);
  });

  it("ends at midnight, since the next day may be of another kind", () => {
    const late = [open(1, { hour: 23 }), open(2, { hour: 23 })];
    expect(observedPlace(late, today).runs).toEqual([[0, 45, 48, 1, 2, dayBefore(1), 2]]);
    const early = [open(1, { hour: 0 }), open(2, { hour: 0 })];
    expect(observedPlace(early, today).runs).toEqual([[0, 0, 3, 1, 2, dayBefore(1), 2]]);
  });

  it("says how many agree, when the last did, and how many lately", () => {
    expect(resultAt([open(40), open(3), open(29), open(50)])).toEqual({
      ...{ open: true, witnesses: 4, last: dayBefore(3), recent: 2, untilMinute: 15 * 60 + 30 },
    });
  });

  it("counts all of the last 120 days, and says when it has to be computed again", () => {
    const all = [open(120), open(119), closed(31), open(29, { kind: "sunday", hour: 3 })];
    expect(observedPlace(all, today)).toMatchObject({ open: 2, closed: 1, until: "2026-12-01" });
    expect(observedPlace([closed(5)], today).until).toBe("2026-12-25");
    expect(observedPlace([closed(30)], today).until).toBe("2027-02-28");
    expect(observedPlace([], today)).toEqual({ open: 0, closed: 0, runs: [], until: null });
  });
});

describe("calendarDayKind", () => {
  it.each([
    ["2026-11-27", "workday"],
    ["2026-11-28", "saturday"],
    ["2026-11-29", "sunday"],
    ["2026-11-30", "workday"],
  ])("%s is a %s", (date, kind) => {
    expect(calendarDayKind(date)).toBe(kind);
  });
});
