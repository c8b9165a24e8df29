import { describe, expect, it } from "vitest";
import { openStatuses } from "#domain/opening/open-status.ts";
import { clusterRadius, dotOfStatus } from "./marker-shapes.ts";

describe("the radius of a cluster", () => {
  it.each([
    [0, 14],
    [1, 14],
    [100, 20],
    [100_000, 30],
    [5_000_000, 30],
  ])("is, for %i places, %f pixels", (count, pixels) => {
    expect(clusterRadius(count)).toBeCloseTo(pixels, 5);
  });

  it("grows with the count", () => {
    expect(clusterRadius(20)).toBeGreaterThan(clusterRadius(10));
  });
});

describe("dotOfStatus", () => {
  it("has amber for both statuses with 'soon'", () => {
    expect(openStatuses.map((status) => dotOfStatus[status])).toEqual(
      openStatuses.map((status) =>
        status.endsWith("soon") ? "soon" : status === "none" ? "unknown" : status,
      ),
    );
  });
});
