/** Points one after the other: [lng, lat, lng, lat, …], degrees. A ring ends where it began. */
export type Line = readonly number[];

/** West, south, east, north, in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** The smallest box around lines; they must hold a point. */
export function boundsOf(lines: readonly Line[]): Bounds {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const line of lines) {
    for (let at = 0; at < line.length; at += 2) {
      west = Math.min(west, line[at]);
      east = Math.max(east, line[at]);
      south = Math.min(south, line[at + 1]);
      north = Math.max(north, line[at + 1]);
    }
  }
  return [west, south, east, north];
}

/** Whether a line is a ring: at least a triangle that ends where it began. */
export function isRing(line: Line): boolean {
  return line.length >= 8 && line[0] === line.at(-2) && line[1] === line.at(-1);
}
