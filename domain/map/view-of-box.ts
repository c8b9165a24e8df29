import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import {
  latitudeOfWorldY,
  longitudeOfWorldX,
  worldX,
  worldY,
} from "#domain/geography/web-mercator.ts";
import type { MapView } from "./map-view.ts";

/** Share of a picture's sides that stays free around a box. */
const margin = 0.15;

/**
 * The closest view that shows the whole of a box with a margin around it, in a picture of `width` × `height`
 * CSS pixels, but no closer than `closest`. A box that crosses the antimeridian is shown round the other way.
 */
export function viewOfBox(
  box: BoundingBox,
  { width, height, closest }: { width: number; height: number; closest: number },
): MapView {
  const [left, right] = [worldX(box.west), worldX(box.east)];
  const [top, bottom] = [worldY(box.north), worldY(box.south)];
  const zoomOf = (pixels: number, share: number) =>
    Math.log2((pixels * (1 - 2 * margin)) / (tilePixels * Math.abs(share)));
  const fitting = Math.min(zoomOf(width, right - left), zoomOf(height, bottom - top), closest);
  return {
    longitude: longitudeOfWorldX((left + right) / 2),
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
 * The rectangle of a view in a window of the given CSS pixels, its centre in the middle. It never crosses the
 * antimeridian: beyond ±180° it is cut, and a view of the whole world or more is ±180°.
 */
export function boundsOfView(
  { longitude, latitude, zoom }: MapView,
  { width, height }: { width: number; height: number },
): BoundingBox {
  const halfX = width / worldPixels(zoom) / 2;
  const halfY = height / worldPixels(zoom) / 2;
  const clamp = (fraction: number) => Math.min(1, Math.max(0, fraction));
  return {
    west: longitudeOfWorldX(clamp(worldX(longitude) - halfX)),
    south: latitudeOfWorldY(clamp(worldY(latitude) + halfY)),
    east: longitudeOfWorldX(clamp(worldX(longitude) + halfX)),
    north: latitudeOfWorldY(clamp(worldY(latitude) - halfY)),
  };
}
