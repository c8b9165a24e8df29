import { describe, expect, it } from "vitest";
import { agreedFact, type FactAnswer, isObservable, mayAsk } from "./observation.ts";

const now = new Date("2026-11-30T12:00:00.000Z");
const dayMs = 24 * 60 * 60_000;

describe("isObservable", () => {
  it.each([
    [0, true],
    [dayMs, true],
    [dayMs + 1, false],
    [-1, false],
  ])("%i ms ago: %s", (ago, expected) => {
    expect(isObservable(new Date(now.getTime() - ago), now)).toBe(expected);
  });
});

describe("agreedFact", () => {
  const said = (yes: boolean, day: number, account: string | null = null): FactAnswer => ({
    ...{ yes, account, day: `2026-11-${String(day).padStart(2, "0")}` },
  });

  it.each<[string, FactAnswer[], ReturnType<typeof agreedFact>]>([
    ["nothing", [], null],
    ["one witness", [said(true, 3)], null],
    ["two of one day", [said(true, 3), said(true, 3)], null],
    ["two of different days", [said(false, 4), said(false, 3)], false],
    ["one account on two days", [said(true, 4, "a"), said(true, 3, "a")], null],
    [
      "an account that changed its mind",
      [said(true, 5), said(true, 4, "a"), said(false, 3, "a")],
      true,
    ],
    ["a contradiction", [said(true, 4), said(false, 3)], "contradiction"],
    [
      "one against many",
      [said(true, 4), said(true, 3), said(true, 2), said(false, 1)],
      "contradiction",
    ],
  ])("%s", (_, answers, expected) => {
    expect(agreedFact(answers)).toBe(expected);
  });
});

describe("mayAsk", () => {
  const at = (...daysAgo: number[]) => daysAgo.map((days) => now.getTime() - days * dayMs);

  it.each<[string, boolean, number[], boolean]>([
    ["a first visit", false, [], true],
    ["again in a visit", true, [], false],
    ["after one dismissal", false, at(0), true],
    ["after two", false, at(3, 0), false],
    ["a week after two, less a moment", false, [...at(9), now.getTime() - 7 * dayMs + 1], false],
    ["a week after two", false, at(9, 7), true],
  ])("%s", (_, inVisit, dismissedMs, expected) => {
    expect(mayAsk({ inVisit, dismissedMs }, now)).toBe(expected);
  });
});
