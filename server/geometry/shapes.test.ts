import { describe, expect, test } from "vitest";
import { simplifyLine } from "#domain/geography/simplify-line.ts";
import { joinRings, metersToLine, middleOf } from "./line.ts";

const square = [19, 47, 20, 47, 20, 48, 19, 48, 19, 47];
const hole = [19.4, 47.4, 19.6, 47.4, 19.6, 47.6, 19.4, 47.6, 19.4, 47.4];

describe("shapes", () => {
  test("lines that meet at their ends, either way round, are joined to rings", () => {
    const parts = [
      [20, 48, 20, 47],
      [19, 47, 20, 47],
      [20, 48, 19, 48, 19, 47],
    ];
    expect(joinRings([...parts, hole])).toEqual([[20, 48, 20, 47, 19, 47, 19, 48, 20, 48], hole]);
    expect(joinRings(parts.slice(1))).toBeNull();
    expect(joinRings([])).toBeNull();
  });

  test("the middle is the centre of an area, and on the line of a street", () => {
    const [longitude, latitude] = middleOf(square) ?? [];
    expect(longitude).toBeCloseTo(19.5, 9);
    expect(latitude).toBeCloseTo(47.5, 9);
    expect(middleOf([19, 47, 19.001, 47, 19.001, 47.01, 19.002, 47.01])).toEqual([19.001, 47.01]);
    expect(middleOf([19, 47])).toEqual([19, 47]);
    expect(middleOf([19, 47, 20, 47, 19, 47, 19, 47])).not.toBeNull();
    expect(middleOf([])).toBeNull();
  });

  test("a simplified line keeps its ends and the points beyond the tolerance", () => {
    // 0.00001 degrees of latitude are 1.1 m.
    const line = [19, 47, 19.01, 47.00001, 19.02, 47.01, 19.03, 47];
    expect(simplifyLine(line, 0.5)).toEqual(line);
    expect(simplifyLine([19, 47, 19.01, 47.00001, 19.02, 47], 5)).toEqual([19, 47, 19.02, 47]);
    expect(simplifyLine(square, 5)).toEqual(square);
  });

  test("the distance to a line is that to its nearest point", () => {
    expect(metersToLine([19.005, 47.001], [19, 47, 19.01, 47])).toBeCloseTo(111.2, 0);
    expect(metersToLine([18.99, 47], [19, 47, 19.01, 47])).toBeCloseTo(758, 0);
    expect(metersToLine([19, 47], [19, 47])).toBe(0);
    expect(metersToLine([19, 47], [])).toBe(Number.POSITIVE_INFINITY);
  });
});
