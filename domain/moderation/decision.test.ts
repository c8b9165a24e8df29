import { expect, it } from "vitest";
import { canUndo, restorableSince, restoreDaysLeft } from "./decision.ts";

const decidedAt = new Date("2026-07-31T12:00:00.000Z");

it.each([
  [decidedAt, "2026-07-31T12:09:59.999Z", true],
  [decidedAt, "2026-07-31T12:10:00.000Z", false],
  [null, "2026-07-31T12:00:00.000Z", false],
])("a decision of %o can be undone at %s: %s", (at, now, expected) => {
  expect(canUndo(at, new Date(now))).toBe(expected);
});

const now = new Date("2026-07-31T12:00:00.000Z");

it("allows to undo a deletion of up to thirty days ago, to the millisecond", () => {
  expect(restorableSince(now)).toEqual(new Date("2026-07-01T12:00:00.000Z"));
});

it.each([
  ["2026-07-31T12:00:00.000Z", 30],
  ["2026-07-31T11:59:59.999Z", 30],
  ["2026-07-30T12:00:00.000Z", 29],
  ["2026-07-02T12:00:00.000Z", 1],
  ["2026-07-01T12:00:00.001Z", 1],
  ["2026-07-01T12:00:00.000Z", 0],
  ["2026-06-30T12:00:00.000Z", 0],
])("a place deleted at %s has %i days left", (deletedAt, days) => {
  expect(restoreDaysLeft(new Date(deletedAt), now)).toBe(days);
});
