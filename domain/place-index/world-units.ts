import {
  latitudeOfWorldY,
  longitudeOfWorldX,
  worldX,
  worldY,
} from "#domain/geography/web-mercator.ts";

/** Bits of a place's position: the world is 2³² units wide and high, 9 mm each at the equator. */
export const unitBits = 32;

const unitsPerWorld = 2 ** unitBits;

/** Units from the western edge; 180° east is the last unit. */
export function unitX(longitude: number): number {
  return toUnits(worldX(longitude));
}

/** Units from the northern edge; the poles fall on the edges. */
export function unitY(latitude: number): number {
  return toUnits(worldY(latitude));
}

/** Longitude of the middle of a unit. */
export function longitudeOfUnit(x: number): number {
  return longitudeOfWorldX((x + 0.5) / unitsPerWorld);
}

/** Latitude of the middle of a unit. */
export function latitudeOfUnit(y: number): number {
  return latitudeOfWorldY((y + 0.5) / unitsPerWorld);
}

function toUnits(fraction: number): number {
  return Math.min(unitsPerWorld - 1, Math.max(0, Math.floor(fraction * unitsPerWorld)));
}

/** Bits of each coordinate in a Morton key: the cells of zoom 24, about 2.4 m at the equator. */
export const mortonBits = 24;

/**
 * Morton code (Z-order) of a cell of zoom 24: the bits of x and y interleaved, x in the even ones.
 *
 * 48 bits, exact in a double. Each tile of each zoom is one unbroken range of keys.
 */
export function mortonKey(cellX: number, cellY: number): number {
  const high = spread(cellX >>> 12) + 2 * spread(cellY >>> 12);
  const low = spread(cellX & 0xfff) + 2 * spread(cellY & 0xfff);
  return high * 0x1000000 + low;
}

/** Puts a zero before each of the 12 lowest bits. */
function spread(value: number): number {
  let bits = value & 0xfff;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}
