import { describe, expect, it } from "vitest";
import { controlsHeight, uncoveredMiddle } from "./covered-pixels.ts";
import { sheetHeights } from "./sheet-snap.ts";

describe("uncoveredMiddle", () => {
  it("is the map's own middle where nothing or both ends alike are covered", () => {
    expect(uncoveredMiddle({ top: 0, bottom: 0 })).toBe(0);
    expect(uncoveredMiddle({ top: 100, bottom: 100 })).toBe(0);
  });

  it("is above the map's middle where more is covered below", () => {
    expect(uncoveredMiddle({ top: 100, bottom: 400 })).toBe(-150);
  });
});

describe("controlsHeight", () => {
  it.each([320, 360, 568, 640, 844, 932])(
    "leaves the middle of what is seen between it and the half sheet at a height of %i",
    (height) => {
      const covered = { top: controlsHeight(height), bottom: sheetHeights(height).half };
      const middle = height / 2 + uncoveredMiddle(covered);
      expect(middle).toBeGreaterThan(covered.top);
      expect(middle).toBeLessThan(height - covered.bottom);
    },
  );

  it("ends where two rows and a notice of two lines do, on an upright phone", () => {
    expect(controlsHeight(844)).toBe(200);
  });
});
