import type { Coordinates } from "#domain/geography/coordinates.ts";
import { equatorMeters } from "#domain/geography/web-mercator.ts";
import { baseMapMaxUsefulZoom } from "#domain/map/base-map-source.ts";
import { worldPixels } from "#domain/map/bounds-of-view.ts";
import type { MapView } from "#domain/map/map-view.ts";

/**
 * Way in which a pin was set: dragged, by a press on the map, under the cross-hair, at the visitor's position, or by
 * typed coordinates.
 */
export type PinMove = "drag" | "click" | "keyboard" | "position" | "typed";

export interface PinMapProps {
  /** Purpose of the map, for screen readers. */
  label: string;
  /** The pin's position; null while it is not set. */
  value: Coordinates | null;
  /** Called with coordinates on earth, rounded to 6 decimals. */
  onChange: (coordinates: Coordinates, how: PinMove) => void;
  /** Whether the pin can be moved; otherwise the map only shows it. */
  isAdjusting: boolean;
  /** Zoom for the pin, as far as the base map can show it. */
  zoom?: number;
  /** The initial view without a pin. */
  start?: MapView;
}

/** Zoom of a minimap for its pin (docs/product#picture-of-a-position). */
export const pinZoom = 16;

/**
 * The initial view of a minimap: its pin in the middle, as close as wanted and as the base map still shows
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

/** Distance by which a press misses its aim, in CSS pixels. */
const pressErrorPixels = 4;

/**
 * Maximum error of a pin that was set on a map, in metres, to one significant digit: the miss of a finger or
 * an eye at that zoom.
 */
export function pinAccuracyMeters(zoom: number, latitude: number): number {
  const metersPerPixel = (equatorMeters * Math.cos((latitude * Math.PI) / 180)) / worldPixels(zoom);
  return Number((pressErrorPixels * metersPerPixel).toPrecision(1));
}
