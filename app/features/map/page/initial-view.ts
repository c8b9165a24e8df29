import type { BaseMapState } from "#app/features/map/base-map/base-map-state.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { type MapView, startView } from "#domain/map/map-view.ts";

/**
 * How close the map comes to a place or a person it is sent to: a town on the screen and what is around it,
 * and the embedded base map not yet faded to paper.
 */
export const placeZoom = 12;

/** The same where the base map knows streets: the way to the door. */
export const streetPlaceZoom = 16;

/** How close the map comes to a place on a base map. */
export function placeZoomOn({ isDetailed }: Pick<BaseMapState, "isDetailed">): number {
  return isDetailed ? streetPlaceZoom : placeZoom;
}

/** What the map opens with. */
export interface InitialView {
  readonly view: MapView;
  /**
   * Whether the chosen place stands in the middle, so that on a phone the view is to be raised above the
   * sheet. A view from the address is shown as it is.
   */
  readonly isRaised: boolean;
  /**
   * Whether the address names what to show: then finding the visitor's own position shows it as a dot but
   * doesn't move the map there.
   */
  readonly isNamed: boolean;
}

/**
 * What the live map opens with, once its base map has answered. The picture that it fades in over is drawn
 * on the embedded base map, which has nothing to show from as close: a chosen place is in the middle of
 * both.
 */
export function liveInitialView(
  { view, isRaised }: InitialView,
  baseMap: Pick<BaseMapState, "isDetailed">,
): MapView {
  return isRaised ? { ...view, zoom: placeZoomOn(baseMap) } : view;
}

/** The first of: the address's view, the chosen place, the start view (docs/product#map). */
export function initialView(named: MapView | null, place: Coordinates | null): InitialView {
  if (named) return { view: named, isRaised: false, isNamed: true };
  if (!place) return { view: startView, isRaised: false, isNamed: false };
  const [longitude, latitude] = place;
  return { view: { longitude, latitude, zoom: placeZoom }, isRaised: true, isNamed: true };
}
