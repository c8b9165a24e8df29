import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import {
  latitudeOfWorldY,
  longitudeOfWorldX,
  worldX,
  worldY,
} from "#domain/geography/web-mercator.ts";
import type { MapView } from "#domain/map/map-view.ts";

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

/** A view moved so that its former middle stands `pixels` higher up on the screen. */
export function raiseCentre(view: MapView, pixels: number): MapView {
  const y = Math.min(1, worldY(view.latitude) + pixels / worldPixels(view.zoom));
  return { ...view, latitude: latitudeOfWorldY(y) };
}

/** The map's view, and its window's size in CSS pixels. */
export interface MapArea {
  readonly view: MapView;
  readonly size: { readonly width: number; readonly height: number };
}
