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
