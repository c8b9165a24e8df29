import { describe, expect, it } from "vitest";
import { pathData } from "./draw-shapes.ts";

describe("path data", () => {
  it("begins with an absolute move, then has relative steps", () => {
    expect(pathData([[10, 20, 11.5, 19.7, 12, 19.7]], { closed: false })).toBe(
      "M10 20l1.5-.3 .5 0",
    );
  });

  it("closes a ring", () => {
    expect(pathData([[0, 0, 5, 0, 5, 5]], { closed: true })).toBe("M0 0l5 0 0 5z");
  });

  it("is empty without two points", () => {
    expect(pathData([[1, 1]], { closed: false })).toBe("");
  });
});
