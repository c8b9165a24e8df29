import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  controlsHeight,
  controlsRowHeight,
  flickSpeed,
  isWideLayout,
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

  it("ends where three rows and a notice of three lines do, on an upright phone", () => {
    expect(controlsHeight(844)).toBe(280);
  });
});

/*
 * A media query cannot read a property, and the script measures before anything is drawn: these figures stand
 * in the style sheets too.
 */
describe("the style sheets of the map's page", () => {
  const read = (path: string) => readFileSync(new URL(`./${path}`, import.meta.url), "utf8");
  const pageStyles = read("page/map-page.css");
  const canvasStyles = read("live/map-canvas.css");
  /** The media queries that a function asks. */
  const queriesOf = (expected: () => unknown) => {
    const queries: string[] = [];
    vi.stubGlobal("matchMedia", (query: string) => {
      queries.push(query);
      return { matches: true };
    });
    expected();
    return queries;
  };
  /** The widths in pixels that tell phones from wide windows. */
  const layoutWidths = (styles: string) =>
    [...styles.matchAll(/@media \(width (?:<|>=) (\d+)px\)/g)].map(([, width]) => Number(width));

  afterEach(() => vi.unstubAllGlobals());

  it("have the heights of the sheet", () => {
    const { peek, full } = sheetHeights(844);
    expect(pageStyles).toContain(
      `--sheet-peek: calc(${peek}px + env(safe-area-inset-bottom, 0px))`,
    );
    expect(pageStyles).toContain(`--sheet-top: ${844 - full}px`);
    expect(pageStyles).toContain(
      `[data-guiding] {\n  --sheet-peek: calc(${sheetHeights(844, true).peek}px + `,
    );
  });

  it("raise a place in the picture by half of the covered height", () => {
    const [greatest, share] = [controlsHeight(10_000) / 2, (controlsHeight(100) / 2).toFixed(0)];
    expect(pageStyles).toContain(`top: calc(25% + min(${greatest}px, ${share}dvh))`);
  });

  it("change to the panel at the same width", () => {
    const [wide] = queriesOf(isWideLayout);
    expect(pageStyles).toContain(`@media ${wide} {`);
    const width = Number(/\d+/.exec(wide)?.[0]);
    const others = new Set([...layoutWidths(pageStyles), ...layoutWidths(canvasStyles)]);
    // The row of search and filters has widths of its own.
    expect(others).toEqual(new Set([width, 1280, 1536]));
  });

  it("put the controls in a row in the same windows", () => {
    const [row] = queriesOf(controlsRowHeight);
    expect(canvasStyles).toContain(`@media ${row} {`);
    expect(pageStyles).toContain(`@media ${row} {`);
  });
});
