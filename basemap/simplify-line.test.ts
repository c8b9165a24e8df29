import { describe, expect, it } from "vitest";
import { simplifyLine } from "./simplify-line.ts";

describe("simplifying a line", () => {
  it("drops a vertex whose triangle is smaller than the tolerance squared, and no larger one", () => {
    const bend = [
      [0, 0],
      [1, 1],
      [2, 0],
    ] as const;
    expect(simplifyLine(bend, () => 0.99)).toHaveLength(3);
    expect(simplifyLine(bend, () => 1.01)).toEqual([bend[0], bend[2]]);
  });

  it("preserves both ends, however near they are", () => {
    expect(
      simplifyLine(
        [
          [0, 0],
          [0.001, 0],
        ],
        () => 10,
      ),
    ).toEqual([
      [0, 0],
      [0.001, 0],
    ]);
  });

  it("is finer where the tolerance is", () => {
    const zigzag = Array.from({ length: 40 }, (_, i): [number, number] => [i, i % 2]);
    const simplified = simplifyLine(zigzag, ([x]) => (x < 20 ? 0.1 : 5));
    expect(simplified.filter(([x]) => x < 19)).toHaveLength(19);
    expect(simplified.filter(([x]) => x > 21).length).toBeLessThan(10);
  });
});
