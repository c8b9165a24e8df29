/**
 * Signs on the map's markers as SVG path data, in pixels: the live map and the drawn picture draw the same.
 * Each differs in shape, so that colour never says it alone.
 */

/** Where a marker's sign has its middle, from the tip, and how large its disc is. */
export const markerSign = { x: 9.5, y: -31.5, radius: 6.5 } as const;

/** A question mark around the origin, to be stroked with round ends: nobody knows the opening times. */
export const unknownSignPath = "M-2.2-1.7A2.2 2.2 0 1 1 .9.3Q0 .8 0 1.7M0 3.9V3.91";
export const unknownSignWidth = 1.7;

/** A diamond around the origin, to be filled: some of a cluster's places wait for acceptance. */
export const waitingSignPath = "M0-7.5 7.5 0 0 7.5-7.5 0z";

/** How far right of a cluster's middle, and above it, its sign stands, by the disc's radius. */
export function clusterSignOffset(radius: number): number {
  return Math.round(radius * 0.78);
}

/** Radius of a cluster's disc in CSS pixels against the logarithm (base 10) of its count; between them straight. */
export const clusterRadiusStops = [
  [0.3, 14],
  [2, 20],
  [5, 30],
] as const;

/** The radius of a cluster's disc, without its ring: 14 for two places, 20 for a hundred, 30 from 100,000. */
export function clusterRadius(count: number): number {
  const order = Math.log10(Math.max(1, count));
  const [first, ...others] = clusterRadiusStops;
  let [fromOrder, fromRadius]: readonly [number, number] = first;
  for (const [toOrder, toRadius] of others) {
    if (order <= toOrder) {
      const share = Math.max(0, (order - fromOrder) / (toOrder - fromOrder));
      return fromRadius + (toRadius - fromRadius) * share;
    }
    [fromOrder, fromRadius] = [toOrder, toRadius];
  }
  return fromRadius;
}

/** Circumference of the earth on the equator, WGS 84, in metres, seen at 47° north. */
const circleMeters = 40_075_017 * Math.cos((47 * Math.PI) / 180);

/**
 * How wide a river is drawn at a zoom: its own width to scale, but never thinner than what can be seen.
 * Below zoom 8 rivers are drawn twice as wide as they are, so that the great ones stand out.
 */
export function riverPixels(zoom: number): { leastPixels: number; pixelsPerMeter: number } {
  const pixelsPerMeter = (512 * 2 ** zoom) / circleMeters;
  return {
    leastPixels: Math.min(2, 0.5 + Math.max(0, zoom - 4) * 0.18),
    pixelsPerMeter: pixelsPerMeter * Math.min(2.4, Math.max(1, 2 ** (9 - zoom))),
  };
}

/**
 * Size in CSS pixels of a settlement's name: by the zoom from which on it is shown (its rank: 4 a capital,
 * 11 a village), lowest rank first, growing as the map comes closer. Between the two columns of zooms it runs straight.
 */
export const settlementTextRows: readonly (readonly [
  rank: number,
  at4: number,
  at8: number,
  at11: number,
])[] = [
  [0, 12, 17, 21],
  [5, 11, 15, 18],
  [6, 11, 13.5, 17],
  [7, 11, 12.5, 15.5],
  [8, 11, 11.5, 14],
  [9, 11, 11.5, 13],
  [10, 11, 11.5, 12],
];

/** The size of one settlement's name at a zoom. */
export function settlementTextPixels(rank: number, zoom: number): number {
  const [, at4, at8, at11] =
    settlementTextRows.findLast(([least]) => rank >= least) ?? settlementTextRows[0];
  if (zoom <= 4) return at4;
  if (zoom <= 8) return at4 + ((at8 - at4) * (zoom - 4)) / 4;
  if (zoom <= 11) return at8 + ((at11 - at8) * (zoom - 8)) / 3;
  return at11;
}

/** Radius in CSS pixels of a settlement's dot by its rank, lowest rank first. */
export const settlementDotRows: readonly (readonly [rank: number, radius: number])[] = [
  [0, 3],
  [5, 2.6],
  [7, 2.2],
  [9, 1.8],
];

/** Radius of one settlement's dot. */
export function settlementDotRadius(rank: number): number {
  return (settlementDotRows.findLast(([least]) => rank >= least) ?? settlementDotRows[0])[1];
}
