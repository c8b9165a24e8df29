import { expect, it } from "vitest";
import { openingChangesUntil, quarterOf } from "./published-opening.ts";

const utc = (time: string) => Date.parse(`2026-06-15T${time}Z`);

it.each([
  ["12:00:00.000", "12:00:00.000"],
  ["12:14:59.999", "12:00:00.000"],
  ["12:15:00.000", "12:15:00.000"],
  ["12:29:59.999", "12:15:00.000"],
  ["12:30:00.000", "12:30:00.000"],
  ["12:59:59.999", "12:45:00.000"],
  ["13:00:00.000", "13:00:00.000"],
])("%s is in the quarter of an hour that begins at %s", (instant, quarter) => {
  expect(quarterOf(utc(instant))).toBe(utc(quarter));
});

it("counts before 1970 too", () => {
  expect(quarterOf(-1)).toBe(-900_000);
});

it.each([
  ["12:00:00.000", "2026-06-16T18:00:00.000Z"],
  ["12:14:59.999", "2026-06-16T18:00:00.000Z"],
  ["12:15:00.000", "2026-06-16T18:15:00.000Z"],
])("publishes at %s the changes before %s", (instant, until) => {
  expect(new Date(openingChangesUntil(utc(instant))).toISOString()).toBe(until);
});
