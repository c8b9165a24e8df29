import { describe, expect, it } from "vitest";
import {
  controlsHeight,
  flickSpeed,
  neighbourSnap,
  sheetHeights,
  snapAfterDrag,
  snapAfterTap,
  uncoveredMiddle,
} from "./sheet-layout.ts";

const heights = sheetHeights(844);

describe("sheetHeights", () => {
  it("leaves the top bar free when full and is never lower than the peek", () => {
    expect(heights).toEqual({ peek: 120, half: 422, full: 772 });
    expect(sheetHeights(180)).toEqual({ peek: 120, half: 120, full: 120 });
    expect(sheetHeights(844, true)).toEqual({ peek: 172, half: 422, full: 772 });
  });
});

describe("snapAfterDrag", () => {
  it("goes to the nearest snap when let go slowly", () => {
    expect(snapAfterDrag(270, 0, heights)).toBe("peek");
    expect(snapAfterDrag(272, 0, heights)).toBe("half");
    expect(snapAfterDrag(596, 0.1, heights)).toBe("half");
    expect(snapAfterDrag(598, -0.1, heights)).toBe("full");
  });

  it("follows a flick, however short", () => {
    expect(snapAfterDrag(130, flickSpeed, heights)).toBe("half");
    expect(snapAfterDrag(430, flickSpeed, heights)).toBe("full");
    expect(snapAfterDrag(760, -flickSpeed, heights)).toBe("half");
    expect(snapAfterDrag(410, -flickSpeed, heights)).toBe("peek");
  });

  it("stays at the ends when flicked beyond them", () => {
    expect(snapAfterDrag(800, 2, heights)).toBe("full");
    expect(snapAfterDrag(60, -2, heights)).toBe("peek");
  });
});

describe("neighbourSnap and snapAfterTap", () => {
  it("step, and stop at the ends", () => {
    expect(neighbourSnap("peek", 1)).toBe("half");
    expect(neighbourSnap("full", 1)).toBe("full");
    expect(neighbourSnap("half", -1)).toBe("peek");
    expect(neighbourSnap("peek", -1)).toBe("peek");
  });

  it("a tap goes up, and from the top back down", () => {
    expect([snapAfterTap("peek"), snapAfterTap("half"), snapAfterTap("full")]).toEqual([
      "half",
      "full",
      "peek",
    ]);
  });
});

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
