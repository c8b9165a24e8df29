import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import {
  latitudeOfWorldY,
  longitudeOfWorldX,
  worldX,
  worldY,
} from "#domain/geography/web-mercator.ts";
import { type MapView, wrapLongitude } from "./map-view.ts";

/** Share of a picture's sides that stays free around a box. */
const margin = 0.15;

/**
 * The closest view that shows the whole of a box with a margin around it, in a picture of `width` × `height`
 * CSS pixels, but no closer than `closest`.
 */
export function viewOfBox(
  box: BoundingBox,
  { width, height, closest }: { width: number; height: number; closest: number },
): MapView {
  const left = worldX(box.west);
  const right = worldX(box.east) + (box.west > box.east ? 1 : 0);
  const [top, bottom] = [worldY(box.north), worldY(box.south)];
  const zoomOf = (pixels: number, share: number) =>
    Math.log2((pixels * (1 - 2 * margin)) / (tilePixels * Math.abs(share)));
  const fitting = Math.min(zoomOf(width, right - left), zoomOf(height, bottom - top), closest);
  return {
    longitude: wrapLongitude(longitudeOfWorldX((left + right) / 2)),
    latitude: latitudeOfWorldY((top + bottom) / 2),
    zoom: Math.max(0, fitting),
  };
}

/** CSS pixels of the world's side at zoom 0. */
const tilePixels = 512;

/** Width of the whole world at a zoom in CSS pixels, as MapLibre counts. */
export function worldPixels(zoom: number): number {
  return 512 * 2 ** zoom;
}

/**
 * The rectangle of a view in a window of the given CSS pixels, its centre in the middle. It may cross the
 * antimeridian; a view of the whole world or more is ±180°.
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
