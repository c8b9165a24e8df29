import { baseMapMaxUsefulZoom } from "#domain/base-map/base-map-limits.ts";
import type { Coordinates } from "#domain/coordinates.ts";
import type { MapView } from "#domain/map-view.ts";

/** How close a minimap comes to its pin (docs/product#picture-of-a-position). */
export const pinZoom = 16;

/**
 * What a minimap opens with: its pin in the middle, as close as is wanted and the base map still shows
 * something; without a pin the given view, no closer than that either.
 */
export function pinView(
  pin: Coordinates | null,
  start: MapView,
  wantedZoom: number = pinZoom,
  usefulZoom: number = baseMapMaxUsefulZoom,
): MapView {
  if (!pin) return { ...start, zoom: Math.min(start.zoom, usefulZoom) };
  const [longitude, latitude] = pin;
  return { longitude, latitude, zoom: Math.min(wantedZoom, usefulZoom) };
}
