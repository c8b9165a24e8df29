import { describe, expect, it } from "vitest";
import { traceRiver } from "./build-waters.ts";
import type { Position } from "./geometry.ts";

/** A river that swings north between two towns on its course, as fragments 1 km or so apart. */
const scraps = Array.from(
  { length: 41 },
  (_, i): Position => [19 + i * 0.01, 47 + 0.05 * Math.sin((i / 40) * Math.PI)],
);

describe("tracing a river", () => {
  it("follows the fragments between two points of its course", () => {
    const line = traceRiver(
      [
        [19, 47],
        [19.4, 47],
      ],
      scraps,
    );
    expect(Math.max(...line.map(([, latitude]) => latitude))).toBeCloseTo(47.05, 2);
    expect(line.length).toBeGreaterThan(10);
  });

  it("is straight where there are none", () => {
    expect(
      traceRiver(
        [
          [10, 50],
          [10.3, 50],
        ],
        scraps,
      ),
    ).toEqual([
      [10, 50],
      [10.3, 50],
    ]);
  });

  it("replaces a point of the course by a fragment within 3 km", () => {
    const [first] = traceRiver(
      [
        [19.001, 47.01],
        [19.4, 47],
      ],
      scraps,
    );
    expect(scraps).toContainEqual(first);
  });
});
