/**
 * Web Mercator (EPSG:3857, WGS 84 on a sphere) as fractions of the square world: x runs 0…1 from
 * 180° west to 180° east, y runs 0…1 from the northern edge (about 85.0511°) to the southern.
 *
 * Multiply by `2 ** zoom` for tiles, by `512 * 2 ** zoom` for MapLibre's pixels.
 */

/** Length of the equator in metres: the width of the square world there. */
export const equatorMeters = 40_075_016.7;

/**
 * World fraction of a longitude. Longitudes beyond ±180 result in fractions beyond 0…1, for copies of the world
 * side by side.
 */
export function worldX(longitude: number): number {
  return (longitude + 180) / 360;
}

/** World fraction of a latitude; 0 or 1 beyond the square's edge, towards the poles. */
export function worldY(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const fraction = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return Math.min(1, Math.max(0, fraction));
}

/** Longitude in degrees of a world fraction. */
export function longitudeOfWorldX(x: number): number {
  return x * 360 - 180;
}

/** Latitude in degrees of a world fraction. */
export function latitudeOfWorldY(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}
