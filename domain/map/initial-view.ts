import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { MapView } from "./map-view.ts";

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
export function placeZoomOn({ isDetailed }: BaseMapDetail): number {
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
