import type { Coordinates } from "#domain/geography/coordinates.ts";
import {
  latitudeOfWorldY,
  longitudeOfWorldX,
  worldX,
  worldY,
} from "#domain/geography/web-mercator.ts";
import { worldPixels } from "#domain/map/bounds-of-view.ts";
import { type MapView, maxZoom } from "#domain/map/map-view.ts";

/** A point on the screen, in CSS pixels from the middle of the map. */
export type ScreenPoint = readonly [x: number, y: number];

/** Point of the screen at which coordinates are in a view, over the shorter way round the world. */
export function screenPoint(view: MapView, [longitude, latitude]: Coordinates): ScreenPoint {
  const x = worldX(longitude) - worldX(view.longitude);
  const pixels = worldPixels(view.zoom);
  return [(x - Math.round(x)) * pixels, (worldY(latitude) - worldY(view.latitude)) * pixels];
}

/** A view moved so that its middle is where a point of the screen was. */
export function moveView(view: MapView, [x, y]: ScreenPoint): MapView {
  const pixels = worldPixels(view.zoom);
  const across = worldX(view.longitude) + x / pixels;
  const down = Math.min(1, Math.max(0, worldY(view.latitude) + y / pixels));
  return {
    ...view,
    longitude: longitudeOfWorldX(across - Math.floor(across)),
    latitude: latitudeOfWorldY(down),
  };
}

/** Minimum zoom of a view that is zoomed by hand. */
const minZoom = 1;

/** A view zoomed by steps, with what is at a point of the screen still there. */
export function zoomView(view: MapView, steps: number, [x, y]: ScreenPoint = [0, 0]): MapView {
  const zoom = Math.min(maxZoom, Math.max(minZoom, view.zoom + steps));
  const held = 1 - 2 ** (view.zoom - zoom);
  return { ...moveView(view, [x * held, y * held]), zoom };
}

/** Part of the map's size that two shown points may be apart. */
const shownPart = 0.7;

/** Maximum zoom of a view of two points. */
const maxZoomOfBoth = 16;

/** The closest view of two points in a map of the given CSS pixels. */
export function viewOfBoth(
  one: Coordinates,
  other: Coordinates,
  { width, height }: { width: number; height: number },
): MapView {
  const at = { longitude: one[0], latitude: one[1], zoom: 0 };
  const [x, y] = screenPoint(at, other);
  const times = Math.min(
    (width * shownPart) / Math.abs(x),
    (Math.max(1, height) * shownPart) / Math.abs(y),
  );
  const zoom = Math.min(maxZoomOfBoth, Math.max(minZoom, Math.log2(times)));
  return { ...moveView(at, [x / 2, y / 2]), zoom };
}
