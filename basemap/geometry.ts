/** [longitude, latitude] in degrees, WGS 84. */
export type Position = readonly [longitude: number, latitude: number];
export type Line = readonly Position[];

/** Whether a position is in the part of the world that has the finest tiles: Europe to the Urals. */
export function isInEurope([longitude, latitude]: Position): boolean {
  return longitude > -25 && longitude < 60 && latitude > 34 && latitude < 72;
}

/** Degrees of longitude at 47° north, the middle of Hungary, for one degree of latitude. */
const latitudeStretch = 1 / Math.cos((47.2 * Math.PI) / 180);
const kilometersPerDegree = 111.32 / latitudeStretch;

/**
 * A position on a locally flat plane, in kilometres; accurate to 1 % over Hungary, for comparisons.
 */
function toKilometers([longitude, latitude]: Position): Position {
  return [longitude * kilometersPerDegree, latitude * latitudeStretch * kilometersPerDegree];
}

/** Distance in kilometres on the plane of {@link toKilometers}. */
export function kilometersBetween(a: Position, b: Position): number {
  const [ax, ay] = toKilometers(a);
  const [bx, by] = toKilometers(b);
  return Math.hypot(ax - bx, ay - by);
}

const squareKilometersPerSquareDegree = 111.32 ** 2;

/** Area of a closed ring in square kilometres, without sign; rough for one of many degrees. */
export function ringAreaSquareKilometers(ring: Line): number {
  let doubled = 0;
  for (let i = 1; i < ring.length; i++) {
    doubled += ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1];
  }
  const stretch = Math.cos((centreOf(ring)[1] * Math.PI) / 180);
  return (Math.abs(doubled) / 2) * squareKilometersPerSquareDegree * stretch;
}

/** Length of a line in kilometres. */
export function lengthKilometers(line: Line): number {
  let length = 0;
  for (let at = 1; at < line.length; at++) {
    const [[ax, ay], [bx, by]] = [line[at - 1], line[at]];
    length += Math.hypot((bx - ax) * Math.cos((ay * Math.PI) / 180), by - ay) * 111.32;
  }
  return length;
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

/** A point within a ring: the middle of the longest stretch inside it at half its height. */
export function innerPoint(ring: Line): Position {
  const latitudes = ring.map(([, latitude]) => latitude);
  const latitude =
    (latitudes.reduce((a, b) => Math.min(a, b)) + latitudes.reduce((a, b) => Math.max(a, b))) / 2;
  const crossings: number[] = [];
  for (let at = 1; at < ring.length; at++) {
    const [[ax, ay], [bx, by]] = [ring[at - 1], ring[at]];
    if (ay > latitude !== by > latitude) {
      crossings.push(ax + ((latitude - ay) / (by - ay)) * (bx - ax));
    }
  }
  crossings.sort((a, b) => a - b);
  let longest = 0;
  for (let at = 2; at < crossings.length; at += 2) {
    const length = crossings[at + 1] - crossings[at];
    if (length > crossings[longest + 1] - crossings[longest]) longest = at;
  }
  return [(crossings[longest] + crossings[longest + 1]) / 2, latitude];
}

/** Index of the vertex nearest to a position. */
function nearestIndex(line: Line, position: Position): number {
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

/** Position of an area's label: the centre of mass of its largest ring, in degrees. */
export function labelPoint(rings: readonly Line[]): Position {
  const ring = rings.reduce((best, candidate) =>
    ringAreaSquareKilometers(candidate) > ringAreaSquareKilometers(best) ? candidate : best,
  );
  let doubledArea = 0;
  let x = 0;
  let y = 0;
  for (let i = 1; i < ring.length; i++) {
    const cross = ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1];
    doubledArea += cross;
    x += (ring[i - 1][0] + ring[i][0]) * cross;
    y += (ring[i - 1][1] + ring[i][1]) * cross;
  }
  return [x / (3 * doubledArea), y / (3 * doubledArea)];
}

/**
 * Distance from the country's outline within which lines of a coarser source are meant to end on
 * it.
 */
const joinKilometers = 4;

/** The line with each end near the outline moved onto it, so that lines of two sources meet. */
export function joinToOutline(line: Line, outline: Line): Position[] {
  const joined = [...line];
  for (const end of [0, joined.length - 1]) {
    const nearest = outline[nearestIndex(outline, joined[end])];
    if (kilometersBetween(nearest, joined[end]) < joinKilometers) joined[end] = nearest;
  }
  return joined;
}

/**
 * Distance in kilometres from a position to the nearest point of a line, also between its vertices.
 */
export function kilometersToLine(position: Position, line: Line): number {
  const [x, y] = toKilometers(position);
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 1; i < line.length; i++) {
    const [ax, ay] = toKilometers(line[i - 1]);
    const [bx, by] = toKilometers(line[i]);
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
    const along = Math.min(1, Math.max(0, share));
    nearest = Math.min(nearest, Math.hypot(ax + (bx - ax) * along - x, ay + (by - ay) * along - y));
  }
  return nearest;
}
