/** Centre of a marker on the screen, in CSS pixels from the map's upper left corner. */
export interface Spot {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

/** Height of a row: markers with a smaller difference in height are in one row. */
const rowPixels = 44;

/**
 * Markers in reading order (docs/product#markers-in-reading-order): row by row from the top, each row from the left.
 * A row begins with the highest remaining marker and includes every marker less than `rowPixels` below it. Markers
 * at the same distance from the left are ordered by height, then by key.
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
 * Marker that replaces a former one after the map has changed: the same where it still exists, else the one nearest
 * to the former's position on the new map; null without markers.
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
