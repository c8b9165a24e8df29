import { latitudeOfWorldY, worldY } from "#domain/geography/web-mercator.ts";
import { worldPixels } from "#domain/map/bounds-of-view.ts";
import type { MapView } from "#domain/map/map-view.ts";

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
