import { useState } from "react";

/** How far the phone's sheet is drawn up. */
const sheetSnaps = ["peek", "half", "full"] as const;

export type SheetSnap = (typeof sheetSnaps)[number];

/** Height in CSS pixels of what shows of the sheet while it only peeks out; map-page.css has it too. */
const sheetPeekPixels = 120;

/** The same while somebody is guided: an instruction of four lines and how far it is. map-page.css has it too. */
const guidingPeekPixels = 172;

/** What stays free above the full sheet; map-page.css has it too. */
const sheetTopPixels = 72;

/** From this speed on (pixels a millisecond) a movement is a flick: its direction decides, not where it ended. */
export const flickSpeed = 0.5;

/** How much of the sheet shows at each snap, in a viewport of the given height. */
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
 * Where the sheet comes to rest after a drag.
 *
 * @param visiblePixels how much of it showed when the finger left it
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

/** The next snap up (1) or down (-1); the same where there is none. */
export function neighbourSnap(snap: SheetSnap, direction: 1 | -1): SheetSnap {
  return sheetSnaps[sheetSnaps.indexOf(snap) + direction] ?? snap;
}

/** What a tap on the handle does: up a step, and from the top back down to the peek. */
export function snapAfterTap(snap: SheetSnap): SheetSnap {
  return snap === "full" ? "peek" : neighbourSnap(snap, 1);
}

/**
 * The sheet's height: half for a place that was just chosen, a peek when it was closed, and while somebody is
 * led to it, when the map is what counts.
 */
export function useSheetSnap(
  placeId: number | null,
  isGuiding: boolean,
): readonly [snap: SheetSnap, setSnap: (snap: SheetSnap) => void] {
  const standard = placeId === null || isGuiding ? "peek" : "half";
  const shown = `${placeId} ${isGuiding}`;
  const [last, setLast] = useState(shown);
  const [snap, setSnap] = useState<SheetSnap>(standard);
  if (last !== shown) {
    setLast(shown);
    setSnap(standard);
  }
  return [snap, setSnap];
}

/** Whether the sheet stands at the side as a panel, as it does from 768 px (map-page.css). */
export function isWideLayout(): boolean {
  return matchMedia("(width >= 768px)").matches;
}

/** How many CSS pixels of the map other things cover, from its top and from its bottom. */
export interface CoveredPixels {
  readonly top: number;
  readonly bottom: number;
}

/**
 * What the search, the filters and a notice below them cover on a phone, and a marker's height, for a marker
 * stands above its place; map-page.css has it too. Less on a phone that lies on its side: there they stand in
 * one row.
 */
export function controlsHeight(viewportPixels: number): number {
  return Math.min(200, viewportPixels * 0.28);
}

/** A chosen marker stands so high above its place, with a little air, and is so wide. */
export const markerPixels = { width: 54, height: 68 };

/**
 * What search, filters and notices really cover at the top of the window now, and a marker's height, for a
 * marker stands above its place.
 */
export function coveredTop(): number {
  const floating = document.querySelectorAll(".map-top, [data-map-notice]");
  const boxes = Array.from(floating, (element) => element.getBoundingClientRect());
  const atTop = boxes.filter(({ top }) => top < innerHeight / 3).map(({ bottom }) => bottom);
  return Math.max(0, ...atTop) + markerPixels.height;
}

/** What the map's controls cover above the sheet where a short phone has them in a row (map-canvas.css). */
export function controlsRowHeight(): number {
  return matchMedia("(width < 768px) and (height < 720px)").matches ? 78 : 0;
}

/** From the map's middle to the middle of what nothing covers, in pixels downwards. */
export function uncoveredMiddle({ top, bottom }: CoveredPixels): number {
  return (top - bottom) / 2;
}
