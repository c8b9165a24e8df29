/**
 * Size in CSS pixels of a settlement's name: by the zoom from which on it is shown (its rank: 4 a capital,
 * 11 a village), growing as the map comes closer. Between the two columns of zooms it runs straight.
 */
const sizesByRank: readonly (readonly [rank: number, at4: number, at8: number, at11: number])[] = [
  [0, 12, 17, 21],
  [5, 11, 15, 18],
  [6, 11, 13.5, 17],
  [7, 11, 12.5, 15.5],
  [8, 11, 11.5, 14],
  [9, 11, 11.5, 13],
  [10, 11, 11.5, 12],
];

/** The rows of the table, lowest rank first, for the live map's style. */
export const settlementTextRows = sizesByRank;

/** The size of one settlement's name at a zoom. */
export function settlementTextPixels(rank: number, zoom: number): number {
  const [, at4, at8, at11] = sizesByRank.findLast(([least]) => rank >= least) ?? sizesByRank[0];
  if (zoom <= 4) return at4;
  if (zoom <= 8) return at4 + ((at8 - at4) * (zoom - 4)) / 4;
  if (zoom <= 11) return at8 + ((at11 - at8) * (zoom - 8)) / 3;
  return at11;
}

/** Radius in CSS pixels of a settlement's dot. */
export function settlementDotRadius(rank: number): number {
  return rank < 5 ? 3 : rank < 7 ? 2.6 : rank < 9 ? 2.2 : 1.8;
}
