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
