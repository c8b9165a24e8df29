import type { Coordinates } from "#domain/geography/coordinates.ts";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { worldPixels } from "./bounds-of-view.ts";
import type { MapView } from "./map-view.ts";

/** Default of the initial view without a known position: Hungary (docs/product#map). */
export const startView: MapView = { longitude: 19.5, latitude: 47.18, zoom: 7 };

/**
 * Zoom for a place or a person: a town and its surroundings, with the embedded base map not yet faded
 * (docs/product#map).
 */
export const placeZoom = 12;

/** Zoom for a place on a base map with streets: the way to the door (docs/product#map). */
export const streetPlaceZoom = 16;

/** Whether a base map has streets to show. */
interface BaseMapDetail {
  readonly isDetailed: boolean;
}

/** Zoom for a place on a base map. */
function placeZoomOn({ isDetailed }: BaseMapDetail): number {
  return isDetailed ? streetPlaceZoom : placeZoom;
}

/** Initial view of the map. */
export interface InitialView {
  readonly view: MapView;
  /**
   * Whether the view is centred on the chosen place, so that a phone shows it above the sheet. A view from the URL
   * is shown unchanged.
   */
  readonly isRaised: boolean;
  /**
   * Whether the URL names a view or a place: then the visitor's position is shown as a dot and does not move the
   * map.
   */
  readonly isNamed: boolean;
}

/** Zoom for the visitor's position: the streets around, or close enough to separate markers (docs/product#own-position). */
export function ownZoomOn({ isDetailed }: BaseMapDetail): number {
  return isDetailed ? 15 : 14;
}

/** Limits of the zoom of a view of the visitor with the nearest places. */
const ownZooms = { min: 10, max: 16 } as const;

/** Surroundings of the visitor, whose places determine the zoom of `ownView`. */
export function surroundingsOf([longitude, latitude]: Coordinates): MapView {
  return { longitude, latitude, zoom: ownZooms.min };
}

/**
 * Closest view around the visitor that shows the given places (docs/product#own-position).
 *
 * @param free free CSS pixels from the middle of the map to its sides, and to its top and bottom
 */
export function ownView(
  [longitude, latitude]: Coordinates,
  places: readonly Coordinates[],
  free: { readonly x: number; readonly y: number },
): MapView {
  const zooms = places.map(([east, north]) => {
    const difference = Math.abs(worldX(east) - worldX(longitude));
    const x = Math.min(difference, 1 - difference);
    const y = Math.abs(worldY(north) - worldY(latitude));
    return Math.log2(Math.min(free.x / x, free.y / y) / worldPixels(0));
  });
  const zoom = zooms.length === 0 ? ownZoomOn({ isDetailed: false }) : Math.min(...zooms);
  return { longitude, latitude, zoom: Math.max(ownZooms.min, Math.min(ownZooms.max, zoom)) };
}

/**
 * Initial view of the live map, once its base map is known. The picture below it uses the embedded base map, which
 * has no details at this zoom; a chosen place is in the centre of both.
 */
export function liveInitialView({ view, isRaised }: InitialView, baseMap: BaseMapDetail): MapView {
  return isRaised ? { ...view, zoom: placeZoomOn(baseMap) } : view;
}

/**
 * The first of: the URL's view, the chosen place, the start view (docs/product#map).
 *
 * @param start start view of the operator
 */
export function initialView(
  named: MapView | null,
  place: Coordinates | null,
  start: MapView | null = null,
): InitialView {
  if (named) return { view: named, isRaised: false, isNamed: true };
  if (!place) return { view: start ?? startView, isRaised: false, isNamed: false };
  const [longitude, latitude] = place;
  return { view: { longitude, latitude, zoom: placeZoom }, isRaised: true, isNamed: true };
}
