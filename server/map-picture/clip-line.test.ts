import { describe, expect, it } from "vitest";
import { clipLine, clipRing } from "./clip-line.ts";

/** A frame in which fractions are hundredths of a pixel, for readable numbers. */
const frame = {
  width: 100,
  height: 100,
  zoom: 0,
  scale: 1,
  offsetX: 0,
  offsetY: 0,
  box: { west: 0, north: 0, east: 100, south: 100 },
};

function line(...pairs: [number, number][]) {
  const xs = pairs.map(([x]) => x);
  const ys = pairs.map(([, y]) => y);
  const box = {
    west: Math.min(...xs),
    east: Math.max(...xs),
    north: Math.min(...ys),
    south: Math.max(...ys),
  };
  return { points: Float64Array.from(pairs.flat()), ...box };
}

describe("clipping a line", () => {
  it("leaves a line within the frame unchanged", () => {
    expect(clipLine(line([10, 10], [90, 90]), frame)).toEqual([[10, 10, 90, 90]]);
  });

  it("drops a line outside", () => {
    expect(clipLine(line([-50, 10], [-10, 90]), frame)).toEqual([]);
  });

  it("splits a line that leaves and comes back", () => {
    const parts = clipLine(line([50, 50], [150, 50], [150, 500], [50, 500], [50, 90]), frame);
    expect(parts).toEqual([
      [50, 50, 150, 50],
      [50, 500, 50, 90],
    ]);
  });

  it("drops invisible vertices, but never the last", () => {
    expect(clipLine(line([10, 10], [10.3, 10.3], [50, 50], [50.1, 50]), frame)).toEqual([
      [10, 10, 50, 50, 50.1, 50],
    ]);
  });
});

describe("clipping a ring", () => {
  it("cuts a ring at the frame's edge", () => {
    const ring = clipRing(line([50, 20], [150, 20], [150, 80], [50, 80], [50, 20]), frame);
    expect(Math.max(...ring.filter((_, index) => index % 2 === 0))).toBe(100);
    expect(ring).toContain(20);
  });

  it("fills the frame where the ring surrounds it", () => {
    const ring = clipRing(
      line([-500, -500], [500, -500], [500, 500], [-500, 500], [-500, -500]),
      frame,
    );
    expect(Math.min(...ring)).toBe(0);
    expect(Math.max(...ring)).toBe(100);
  });

  it("drops a ring outside", () => {
    expect(clipRing(line([200, 200], [300, 200], [300, 300], [200, 200]), frame)).toEqual([]);
  });
});
