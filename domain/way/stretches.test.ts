import { describe, expect, it } from "vitest";
import { longestOf, spreadPasses, stretchesOf } from "./stretches.ts";

describe("longestOf(stretchesOf())", () => {
  const way = { distance: 10_000, duration: 3_600 };
  it.each([
    ["without a stop the whole way", [], { from: 0, to: 10_000 }],
    ["before the first stop", [6_000, 8_000], { from: 0, to: 6_000 }],
    ["between two stops", [1_000, 7_000], { from: 1_000, to: 7_000 }],
    ["after the last one", [1_000, 3_000], { from: 3_000, to: 10_000 }],
    ["the first of two equal ones", [5_000], { from: 0, to: 5_000 }],
    ["with a stop at each end", [0, 10_000], { from: 0, to: 10_000 }],
  ])("is %s", (_, stops, { from, to }) => {
    const distance = to - from;
    expect(longestOf(stretchesOf(stops, way))).toEqual({
      from,
      to,
      distance,
      duration: distance * 0.36,
    });
  });

  it("is nothing of a way that goes nowhere", () => {
    expect(longestOf(stretchesOf([0], { distance: 0, duration: 0 }))).toEqual({
      ...{ from: 0, to: 0, distance: 0, duration: 0 },
    });
  });
});

describe("spreadPasses", () => {
  const passes = Array.from({ length: 90 }, (_, index) => ({
    alongMeters: index < 80 ? index : 1_000 + index * 100,
    detourMeters: (index * 37) % 90,
  }));

  it("keeps a few as they are", () => {
    expect(spreadPasses(passes, 10_000, 90)).toEqual(passes);
  });

  it("keeps the nearest of a way without length", () => {
    const still = passes.map((pass) => ({ ...pass, alongMeters: 0 }));
    const nearest = still.toSorted((a, b) => a.detourMeters - b.detourMeters).slice(0, 20);
    expect(new Set(spreadPasses(still, 0, 20))).toEqual(new Set(nearest));
  });

  it("keeps the nearest of each stretch, in their order", () => {
    const kept = spreadPasses(passes, 10_000, 20);
    expect(kept).toHaveLength(20);
    // Those of the lonely end are all there; of the crowd at the beginning the nearest.
    expect(kept.slice(-10)).toEqual(passes.slice(-10));
    const crowd = passes.slice(0, 80).sort((a, b) => a.detourMeters - b.detourMeters);
    expect(new Set(kept.slice(0, 10))).toEqual(new Set(crowd.slice(0, 10)));
    expect(kept).toEqual(kept.toSorted((a, b) => a.alongMeters - b.alongMeters));
  });
});
