/** How far the phone's sheet is drawn up. */
export const sheetSnaps = ["peek", "half", "full"] as const;

export type SheetSnap = (typeof sheetSnaps)[number];

/** Height in CSS pixels of what shows of the sheet while it only peeks out; map-page.css has it too. */
export const sheetPeekPixels = 120;

/** The same while somebody is guided: an instruction of four lines and how far it is. map-page.css has it too. */
export const guidingPeekPixels = 172;

/** What stays free above the full sheet; map-page.css has it too. */
export const sheetTopPixels = 72;

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
