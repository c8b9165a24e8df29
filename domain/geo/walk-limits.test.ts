import { describe, expect, it } from "vitest";
import { isOffRoute, replanWaitMs } from "./walk-limits.ts";

describe("isOffRoute", () => {
  it.each([
    [0, 0, false],
    [40, 0, false],
    [40.1, 0, true],
    [60, 20, false],
    [60.1, 20, true],
    [500, 1000, false],
  ])("is told of %d m, known to %d m: %s", (offMeters, accuracyMeters, isOff) => {
    expect(isOffRoute(offMeters, accuracyMeters)).toBe(isOff);
  });
});

describe("replanWaitMs", () => {
  it("lets ten seconds pass", () => {
    expect(replanWaitMs(1_000, 1_000)).toBe(10_000);
    expect(replanWaitMs(1_000, 10_999)).toBe(1);
    expect(replanWaitMs(1_000, 11_000)).toBe(0);
    expect(replanWaitMs(1_000, 50_000)).toBe(0);
  });
});
