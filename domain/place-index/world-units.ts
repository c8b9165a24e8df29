import { latitudeOfWorldY, longitudeOfWorldX, worldX, worldY } from "../web-mercator.ts";

/** Bits of a place's position: the world is 2³² units wide and high, 9 mm each at the equator. */
export const unitBits = 32;

const unitsPerWorld = 2 ** unitBits;

/** Units from the western edge; 180° east is the last of them. */
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
