import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import { wrapLongitude } from "#domain/geography/coordinates.ts";
import {
  latitudeOfWorldY,
  longitudeOfWorldX,
  worldX,
  worldY,
} from "#domain/geography/web-mercator.ts";
import { worldPixels } from "./bounds-of-view.ts";
import type { MapView } from "./map-view.ts";

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
    Math.log2((pixels * (1 - 2 * margin)) / (worldPixels(0) * Math.abs(share)));
  const fitting = Math.min(zoomOf(width, right - left), zoomOf(height, bottom - top), closest);
  return {
    longitude: wrapLongitude(longitudeOfWorldX((left + right) / 2)),
    latitude: latitudeOfWorldY((top + bottom) / 2),
    zoom: Math.max(0, fitting),
  };
}
