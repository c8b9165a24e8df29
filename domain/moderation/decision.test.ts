import { expect, it } from "vitest";
import { canUndo } from "./decision.ts";

const decidedAt = new Date("2026-07-31T12:00:00.000Z");

it.each([
  [decidedAt, "2026-07-31T12:09:59.999Z", true],
  [decidedAt, "2026-07-31T12:10:00.000Z", false],
  [null, "2026-07-31T12:00:00.000Z", false],
])("a decision of %o can be undone at %s: %s", (at, now, expected) => {
  expect(canUndo(at, new Date(now))).toBe(expected);
});
