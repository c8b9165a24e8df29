import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import {
  latitudeOfWorldY,
  longitudeOfWorldX,
  worldX,
  worldY,
} from "#domain/geography/web-mercator.ts";
import { type MapView, wrapLongitude } from "./map-view.ts";

/** Margin around a box, as a share of the picture's sides. */
const margin = 0.15;

/**
 * Closest view that shows a whole box with a margin, in a picture of `width` × `height` CSS pixels; its zoom is at
 * most `closest`.
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

/** Side of the world at zoom 0 in CSS pixels. */
const tilePixels = 512;

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
