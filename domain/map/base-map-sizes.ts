import { equatorMeters } from "#domain/geography/web-mercator.ts";

/** Length of the circle of latitude at 47° north, in metres. */
const circleMeters = equatorMeters * Math.cos((47 * Math.PI) / 180);

/**
 * Width of a river at a zoom: to scale, with a visible minimum. Below zoom 8 rivers have twice their width, so
 * that large ones stand out.
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

/** Text size of a settlement's name at a zoom. */
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

/** Radius of a settlement's dot. */
export function settlementDotRadius(rank: number): number {
  return (settlementDotRows.findLast(([least]) => rank >= least) ?? settlementDotRows[0])[1];
}
