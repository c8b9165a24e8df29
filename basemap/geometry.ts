/** [longitude, latitude] in degrees, WGS 84. */
export type Position = readonly [longitude: number, latitude: number];
export type Line = readonly Position[];

/** Degrees of latitude count for this many degrees of longitude at 47° north, the middle of Hungary. */
const latitudeStretch = 1 / Math.cos((47.2 * Math.PI) / 180);
const kilometersPerDegree = 111.32 / latitudeStretch;

/** A position on a locally flat plane, in kilometres; good to 1 % over Hungary, where it is used to compare. */
export function toKilometers([longitude, latitude]: Position): Position {
  return [longitude * kilometersPerDegree, latitude * latitudeStretch * kilometersPerDegree];
}

/** Distance in kilometres on the plane of {@link toKilometers}. */
export function kilometersBetween(a: Position, b: Position): number {
  const [ax, ay] = toKilometers(a);
  const [bx, by] = toKilometers(b);
  return Math.hypot(ax - bx, ay - by);
}

/** Area of a closed ring in square kilometres, without sign. */
export function ringAreaSquareKilometers(ring: Line): number {
  let doubled = 0;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = toKilometers(ring[i - 1]);
    const [bx, by] = toKilometers(ring[i]);
    doubled += ax * by - bx * ay;
  }
  return Math.abs(doubled) / 2;
}

/** Mean of the vertices. */
export function centreOf(line: Line): Position {
  let longitude = 0;
  let latitude = 0;
  for (const position of line) {
    longitude += position[0];
    latitude += position[1];
  }
  return [longitude / line.length, latitude / line.length];
}

/** Index of the vertex nearest to a position. */
export function nearestIndex(line: Line, position: Position): number {
  let best = 0;
  let bestDistance = Number.POSITIVE_INFINITY;
  line.forEach((candidate, index) => {
    const distance = kilometersBetween(candidate, position);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = index;
    }
  });
  return best;
}
