import type { Coordinates } from "#domain/geography/coordinates.ts";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import type { MapView } from "./map-view.ts";
import { worldPixels } from "./view-of-box.ts";

/** Initial view without a known position, where the operator sets none: Hungary (docs/product#map). */
export const startView: MapView = { longitude: 19.5, latitude: 47.18, zoom: 7 };

/**
 * Zoom for a place or a person: a town on the screen and its surroundings, with the embedded base map not yet
 * faded to paper (docs/product#map).
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

/** The map's view at its start. */
export interface InitialView {
  readonly view: MapView;
  /**
   * Whether the chosen place is in the middle, so that a phone raises the view above the sheet. A view from
   * the address is shown as it is.
   */
  readonly isRaised: boolean;
  /**
   * Whether the address names a view or a place: then finding the visitor's position shows a dot but does not
   * move the map there.
   */
  readonly isNamed: boolean;
}

/** Zoom for the visitor's position: the streets around, or as close as markers come apart (docs/product#own-position). */
export function ownZoomOn({ isDetailed }: BaseMapDetail): number {
  return isDetailed ? 15 : 14;
}

/** Limits of the zoom of a view that shows the visitor with the nearest places. */
const ownZooms = { min: 10, max: 16 } as const;

/** The surroundings of the visitor, whose places say how close the map begins. */
export function surroundingsOf([longitude, latitude]: Coordinates): MapView {
  return { longitude, latitude, zoom: ownZooms.min };
}

/**
 * The closest view around the visitor that shows the given places (docs/product#own-position).
 *
 * @param free free CSS pixels from the middle of the map to its sides, and to its top and bottom
 */
export function ownView(
  [longitude, latitude]: Coordinates,
  places: readonly Coordinates[],
  free: { readonly x: number; readonly y: number },
): MapView {
  const zooms = places.map(([east, north]) => {
    const turn = Math.abs(worldX(east) - worldX(longitude));
    const x = Math.min(turn, 1 - turn);
    const y = Math.abs(worldY(north) - worldY(latitude));
    return Math.log2(Math.min(free.x / x, free.y / y) / worldPixels(0));
  });
  const zoom = zooms.length === 0 ? ownZoomOn({ isDetailed: false }) : Math.min(...zooms);
  return { longitude, latitude, zoom: Math.max(ownZooms.min, Math.min(ownZooms.max, zoom)) };
}

/**
 * The live map's initial view, once its base map has answered. The picture below it is drawn on the embedded
 * base map, which has nothing to show as close: a chosen place is in the middle of both.
 */
export function liveInitialView({ view, isRaised }: InitialView, baseMap: BaseMapDetail): MapView {
  return isRaised ? { ...view, zoom: placeZoomOn(baseMap) } : view;
}

/**
 * The first of: the address's view, the chosen place, the start view (docs/product#map).
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
