import { equatorMeters } from "#domain/geography/web-mercator.ts";

/**
 * Signs on the map's markers as SVG path data, in pixels; the live map and the drawn picture use the same.
 * Each has its own shape, so that a marker's meaning never depends on colour alone.
 */

/** Outlines of a marker with the tip at the origin: a drop 26 wide and 35 high, a diamond 28 wide and 36 high. */
export const markerOutlinePaths = {
  accepted: "M-11.2-15.4A13 13 0 1 1 11.2-15.4Q7-9.5 0 0Q-7-9.5-11.2-15.4z",
  waiting: "M0-6 14-21 0-36-14-21 0-6V0z",
} as const;

/** Two people, as on a toilet's door, around the middle of either outline. */
export const washroomSignPath =
  "M-5.8-27a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1-3.8 0zM-5.5-24.4h3.2l.5 6.8h-4.2zM2-27a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1-3.8 0zM2.3-24.4h3.2l1.8 6.8H.5z";

/** Middle of a marker's sign, from the marker's tip, and radius of its disc. */
export const markerSign = { x: 9.5, y: -31.5, radius: 6.5 } as const;

/** A question mark around the origin, stroked with round ends: the opening times are unknown. */
export const unknownSignPath = "M-2.2-1.7A2.2 2.2 0 1 1 .9.3Q0 .8 0 1.7M0 3.9V3.91";
export const unknownSignWidth = 1.7;

/** A diamond around the origin, filled: some of a cluster's places wait for acceptance. */
export const waitingSignPath = "M0-7.5 7.5 0 0 7.5-7.5 0z";

/** Offset of a cluster's sign from the cluster's middle, to the right and upwards, by the disc's radius. */
export function clusterSignOffset(radius: number): number {
  return Math.round(radius * 0.78);
}

/**
 * Radius of a cluster's disc in CSS pixels by the logarithm (base 10) of its count; linear between the stops.
 */
export const clusterRadiusStops = [
  [0.3, 14],
  [2, 20],
  [5, 30],
] as const;

/** Radius of a cluster's disc, without its ring: 14 for two places, 20 for a hundred, 30 from 100,000. */
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

/** Length of the circle of latitude at 47° north, in metres. */
const circleMeters = equatorMeters * Math.cos((47 * Math.PI) / 180);

/**
 * Width of a river at a zoom: to scale, but never thinner than visible. Below zoom 8 rivers are drawn at
 * twice their width, so that the great ones stand out.
 */
export function riverPixels(zoom: number): { leastPixels: number; pixelsPerMeter: number } {
  const pixelsPerMeter = (512 * 2 ** zoom) / circleMeters;
  return {
    leastPixels: Math.min(2, 0.5 + Math.max(0, zoom - 4) * 0.18),
    pixelsPerMeter: pixelsPerMeter * Math.min(2.4, Math.max(1, 2 ** (9 - zoom))),
  };
}

/**
 * Text size in CSS pixels of a settlement's name by rank, lowest rank first, at two zooms; linear between
 * them. The rank is the zoom from which on the name is shown (4 a capital, 11 a village).
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

/** Text size of one settlement's name at a zoom. */
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
