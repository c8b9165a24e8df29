import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import { wrapLongitude } from "#domain/geography/coordinates.ts";
import {
  latitudeOfWorldY,
  longitudeOfWorldX,
  worldX,
  worldY,
} from "#domain/geography/web-mercator.ts";
import type { MapView } from "./map-view.ts";

/** Width of the whole world at a zoom in CSS pixels, by MapLibre's zooms. */
export function worldPixels(zoom: number): number {
  return 512 * 2 ** zoom;
}

/**
 * Rectangle of a view in a window of the given CSS pixels, around its centre. It may cross the antimeridian; a view
 * of the whole world or more is ±180°.
 */
export function boundsOfView(
  { longitude, latitude, zoom }: MapView,
  { width, height }: { width: number; height: number },
): BoundingBox {
  const halfX = width / worldPixels(zoom) / 2;
  const halfY = height / worldPixels(zoom) / 2;
  const clamp = (fraction: number) => Math.min(1, Math.max(0, fraction));
  const isWholeWorld = halfX >= 0.5;
  const meridian = (fraction: number) => wrapLongitude(longitudeOfWorldX(fraction));
  return {
    west: isWholeWorld ? -180 : meridian(worldX(longitude) - halfX),
    south: latitudeOfWorldY(clamp(worldY(latitude) + halfY)),
    east: isWholeWorld ? 180 : meridian(worldX(longitude) + halfX),
    north: latitudeOfWorldY(clamp(worldY(latitude) - halfY)),
  };
}
