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

/** From the map's middle to the middle of what nothing covers, in pixels downwards. */
export function uncoveredMiddle({ top, bottom }: CoveredPixels): number {
  return (top - bottom) / 2;
}
