import { worldPixels } from "#app/features/map/page/view-geometry.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { baseMapMaxUsefulZoom } from "#domain/map/base-map-source.ts";
import type { MapView } from "#domain/map/map-view.ts";

/**
 * How a pin came to where it is: dragged, set by a press on the map, set under the cross-hair, at the
 * visitor's own position, or by coordinates that were typed.
 */
export type PinMove = "drag" | "click" | "keyboard" | "position" | "typed";

export interface PinMapProps {
  /** What the map is for, for those who don't see it. */
  label: string;
  /** Where the pin is; null while nobody has set it. */
  value: Coordinates | null;
  /** Called with coordinates on earth, rounded to 6 decimals. */
  onChange: (coordinates: Coordinates, how: PinMove) => void;
  /** Whether the pin may be moved: otherwise the map only shows where it is. */
  isAdjusting: boolean;
  /** How close the map comes to the pin, as far as the base map can show it. */
  zoom?: number;
  /** What the map opens with where there is no pin yet. */
  start?: MapView;
}

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

/** The equator's length on the sphere of Web Mercator, in metres. */
const equatorMeters = 40_075_016.7;
/** How far from where they mean people press, in CSS pixels. */
const pressErrorPixels = 4;

/**
 * How far from the truth a pin may be that was set on a map, in metres, to one significant digit: what a
 * finger or an eye misses at that zoom.
 */
export function pinAccuracyMeters(zoom: number, latitude: number): number {
  const metersPerPixel = (equatorMeters * Math.cos((latitude * Math.PI) / 180)) / worldPixels(zoom);
  return Number((pressErrorPixels * metersPerPixel).toPrecision(1));
}
