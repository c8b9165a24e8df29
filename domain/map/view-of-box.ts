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
