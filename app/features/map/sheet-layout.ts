/** Heights of the phone's sheet. */
const sheetSnaps = ["peek", "half", "full"] as const;

export type SheetSnap = (typeof sheetSnaps)[number];

/** Height of the sheet at the peek in CSS pixels; map-page.css has it too. */
const sheetPeekPixels = 120;

/**
 * Height at the peek while the visitor is guided: distance and instruction of what comes next, and two lines. map-page.css
 * has it too.
 */
const guidingPeekPixels = 172;

/** Free height above the full sheet; map-page.css has it too. */
const sheetTopPixels = 72;

/** Minimum speed of a flick (pixels a millisecond): its direction decides, not its end. */
export const flickSpeed = 0.5;

/** Height of the sheet at each snap, in a viewport of the given height. */
export function sheetHeights(
  viewportPixels: number,
  isGuiding = false,
): Readonly<Record<SheetSnap, number>> {
  const peek = isGuiding ? guidingPeekPixels : sheetPeekPixels;
  return {
    peek,
    half: Math.max(peek, viewportPixels / 2),
    full: Math.max(peek, viewportPixels - sheetTopPixels),
  };
}

/**
 * The snap of the sheet after a drag.
 *
 * @param visiblePixels height of the sheet when the finger left it
 * @param speed pixels a millisecond at that moment, positive upwards
 */
export function snapAfterDrag(
  visiblePixels: number,
  speed: number,
  heights: Readonly<Record<SheetSnap, number>>,
): SheetSnap {
  if (speed >= flickSpeed) {
    return sheetSnaps.find((snap) => heights[snap] > visiblePixels) ?? "full";
  }
  if (speed <= -flickSpeed) {
    return sheetSnaps.findLast((snap) => heights[snap] < visiblePixels) ?? "peek";
  }
  const distance = (snap: SheetSnap) => Math.abs(heights[snap] - visiblePixels);
  return sheetSnaps.reduce((nearest, snap) =>
    distance(snap) < distance(nearest) ? snap : nearest,
  );
}

/** The next snap up (1) or down (-1); the same at the ends. */
export function neighbourSnap(snap: SheetSnap, direction: 1 | -1): SheetSnap {
  return sheetSnaps[sheetSnaps.indexOf(snap) + direction] ?? snap;
}

/** The snap after a tap on the handle: a step up, and from the top back down to the peek. */
export function snapAfterTap(snap: SheetSnap): SheetSnap {
  return snap === "full" ? "peek" : neighbourSnap(snap, 1);
}

/** Width of the panel at the side; map-page.css has it too. */
export const panelPixels = 400;

/** Window in which the sheet is a panel at the side, as a media query; map-page.css has it too. */
export const wideLayout = "(width >= 768px)";

/** Whether the sheet is a panel at the side. */
export function isWideLayout(): boolean {
  return matchMedia(wideLayout).matches;
}

/** Covered CSS pixels of the map, from its top and from its bottom. */
export interface CoveredPixels {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Height covered on a phone by the search, two rows of filters and a notice below them, plus a marker's height,
 * because a marker is above its place; map-page.css has it too. Less on a phone in landscape: there they are
 * in one row.
 */
export function controlsHeight(viewportPixels: number): number {
  return Math.min(280, viewportPixels * 0.34);
}

/** Size of a chosen marker with a little margin; its height is above its place. */
export const markerPixels = { width: 54, height: 68 };

/**
 * Height covered at the top of the window now by search, filters and notices, plus a marker's height, because
 * a marker is above its place.
 */
export function coveredTop(): number {
  const floating = document.querySelectorAll(".map-top, [data-map-notice]");
  const boxes = Array.from(floating, (element) => element.getBoundingClientRect());
  const atTop = boxes.filter(({ top }) => top < innerHeight / 3).map(({ bottom }) => bottom);
  return Math.max(0, ...atTop) + markerPixels.height;
}

/**
 * Height covered above the sheet by the map's controls, where a short phone has them in a row
 * (map-canvas.css).
 */
export function controlsRowHeight(): number {
  return matchMedia("(width < 768px) and (height < 720px)").matches ? 100 : 0;
}

/** Offset of the middle of the uncovered part from the map's middle, in pixels downwards. */
export function uncoveredMiddle({ top, bottom }: CoveredPixels): number {
  return (top - bottom) / 2;
}

/** Style of what is visible on the map only while it has the focus. */
export const skipClass =
  "absolute top-16 left-3 z-20 -translate-y-[calc(100%+6rem)] rounded-control bg-brand px-4 py-3 font-bold text-on-brand focus:translate-y-0";
