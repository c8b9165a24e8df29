import { describe, expect, it } from "vitest";
import { openStatuses } from "#domain/opening/open-status.ts";
import { dotOfStatus, greenRingParts, greenRingPath } from "./marker-shapes.ts";

describe("the green parts of a cluster's ring", () => {
  it.each([
    [5, 0, 0],
    [1_000, 1, 1],
    [24, 5, 3],
    [10, 5, 6],
    [1_000, 999, 11],
    [5, 5, 12],
  ])("of %i places, %i of them open, are %i of 12", (count, openCount, parts) => {
    expect(greenRingParts({ count, openCount })).toBe(parts);
  });

  it("run clockwise from the top", () => {
    expect(greenRingPath(14, 6)).toBe("M0 -15.5A15.5 15.5 0 0 1 15.5 0A15.5 15.5 0 0 1 0 15.5");
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
