/** A marker's middle on the screen, in CSS pixels from the map's upper left corner. */
export interface Spot {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

/** Height of a row: markers that differ less in height stand beside each other for a reader. */
export const rowPixels = 44;

/**
 * Markers as a page is read (docs/product#markers-in-reading-order): row by row from the top, each row from the
 * left. A row begins with the highest marker that is left, and takes every marker less than `rowPixels` below
 * it. Markers of the same distance from the left go by height, then by key.
 */
export function inReadingOrder<Marker extends Spot>(markers: readonly Marker[]): Marker[] {
  const byHeight = [...markers].sort((one, other) => one.y - other.y);
  const rows: Marker[][] = [];
  for (const marker of byHeight) {
    const row = rows.at(-1);
    if (row && marker.y - row[0].y < rowPixels) row.push(marker);
    else rows.push([marker]);
  }
  return rows.flatMap((row) =>
    row.sort((one, other) => one.x - other.x || one.y - other.y || (one.key < other.key ? -1 : 1)),
  );
}

/**
 * The marker that takes the place of a former one after the map has changed: the same where it is still there,
 * else the one nearest to where the former now would be; null where the map shows none.
 */
export function nearestMarker<Marker extends Spot>(
  former: Spot,
  markers: readonly Marker[],
): Marker | null {
  let nearest: Marker | null = null;
  let nearestPixels = Number.POSITIVE_INFINITY;
  for (const marker of markers) {
    if (marker.key === former.key) return marker;
    const pixels = Math.hypot(marker.x - former.x, marker.y - former.y);
    if (pixels >= nearestPixels) continue;
    nearest = marker;
    nearestPixels = pixels;
  }
  return nearest;
}
