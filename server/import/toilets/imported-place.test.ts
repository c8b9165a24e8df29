import { expect, test } from "vitest";
import { confirmedOn } from "./imported-place.ts";

const now = new Date("2026-06-01T10:00:00Z");

test.each([
  [{ check_date: "2025-08-17" }, "2025-08-17T12:00:00.000Z"],
  [{ check_date: "2025-08" }, "2025-08-01T12:00:00.000Z"],
  [{ check_date: "2025" }, "2025-01-01T12:00:00.000Z"],
  [{ check_date: "2024-01-01", "survey:date": "2025-02-03" }, "2025-02-03T12:00:00.000Z"],
  [{ check_date: "2026-06-02" }, undefined],
  [{ check_date: "2025-02-30" }, undefined],
  [{ check_date: "2025-13-01" }, undefined],
  [{ check_date: "last summer" }, undefined],
  [{}, undefined],
])("%j was confirmed on %s", (tags, instant) => {
  expect(confirmedOn(tags, now)?.toISOString()).toBe(instant);
});
