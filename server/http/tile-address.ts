/** A tile of the Web-Mercator pyramid: zoom 0–22, column and row from the north-west. */
export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

const maxTileZoom = 22;
const number = /^(0|[1-9]\d{0,7})$/;

/** Reads `{z}/{x}/{y}.mvt` from a path; null where it names no tile that exists. */
export function parseTileAddress(z: string, x: string, file: string): TileAddress | null {
  const y = file.endsWith(".mvt") ? file.slice(0, -".mvt".length) : "";
  if (![z, x, y].every((part) => number.test(part))) return null;
  const address = { z: Number(z), x: Number(x), y: Number(y) };
  const side = 2 ** address.z;
  const exists = address.z <= maxTileZoom && address.x < side && address.y < side;
  return exists ? address : null;
}
