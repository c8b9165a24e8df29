import { useEffect, useState } from "react";
import type { PlaceListState } from "#app/features/map/list/use-nearby-places.ts";
import { raiseCentre } from "#app/features/map/map-area.ts";
import {
  type CoveredPixels,
  controlsHeight,
  isWideLayout,
  sheetHeights,
  uncoveredMiddle,
} from "#app/features/map/sheet-layout.ts";
import { findPosition, type RoughPosition } from "#app/ui/find-position.ts";
import { type Coordinates, formatCoordinates } from "#domain/geography/coordinates.ts";
import { degreesWithin } from "#domain/geography/distance-and-bearing.ts";
import { ownView, streetPlaceZoom } from "#domain/map/initial-view.ts";
import { type MapView, wrapLongitude } from "#domain/map/map-view.ts";
import { viewOfBox } from "#domain/map/view-of-box.ts";

/**
 * Requests the visitor's position as soon as the page is hydrated, long before the map's script has loaded.
 *
 * @param onRough called where the browser knows it roughly
 * @param isRedirecting whether the page is about to open another URL; it stays as it is while this is shown
 * @returns whether the map's control may request it as well: not before this response, because the browser
 * would ask the visitor twice, and not after a refusal
 */
export function useFirstPosition(
  onPosition: (position: Coordinates) => void,
  onRough: (rough: RoughPosition) => void,
  isRedirecting: boolean,
): boolean {
  const [mayRequest, setMayRequest] = useState(false);
  useEffect(() => {
    if (isRedirecting) return;
    // However long the visitor takes to respond to the browser.
    void findPosition(navigator.geolocation, null).then((found) => {
      if (found.ok) onPosition(found.position);
      else if (found.error === "rough") onRough(found);
      setMayRequest(found.ok || found.error !== "refused");
    });
  }, []);
  return mayRequest;
}

/** Number of the nearest places with which the map begins at the visitor. */
const shownCount = 3;

/**
 * Calls back with the view at the visitor, once the list has the places around them or cannot be loaded
 * (docs/product#own-position).
 *
 * @param position the visitor's, while a view is awaited; null else
 */
export function useOwnView(
  position: Coordinates | null,
  { list, of, failure }: PlaceListState,
  onView: (view: MapView) => void,
): void {
  const near = position && `near=${formatCoordinates(position)}`;
  const isKnown = near !== null && (of?.includes(near) ?? false);
  useEffect(() => {
    if (position === null || !(isKnown || failure)) return;
    const nearest = isKnown && list ? list.places.slice(0, shownCount) : [];
    const points = nearest.map(({ coordinates }) => coordinates);
    onView(ownView(position, points, freePixels()));
  }, [position, isKnown, failure]);
}

/** Height of the big button and the message above it, about. */
const noticePixels = 200;

/** View of the whole circle in which a visitor is, in the part of the map that the page leaves free. */
export function viewOfCircle({ position, accuracyMeters }: RoughPosition): MapView {
  const [longitude, latitude] = position;
  const { high, wide } = degreesWithin(accuracyMeters, latitude);
  const { width, top, bottom } = coverBesideNotice();
  const box = {
    west: wrapLongitude(longitude - wide),
    south: Math.max(-90, latitude - high),
    east: wrapLongitude(longitude + wide),
    north: Math.min(90, latitude + high),
  };
  const height = innerHeight - top - bottom;
  const view = viewOfBox(box, { width, height, closest: streetPlaceZoom });
  return raiseCentre(view, -uncoveredMiddle({ top, bottom }));
}

/** Margin for a marker at the edge of the free part of the map. */
const marginPixels = 32;

/** Width of the panel at the side; map-page.css has it too. */
const panelPixels = 400;

function freePixels(): { x: number; y: number } {
  const isWide = isWideLayout();
  const width = isWide ? innerWidth - panelPixels : innerWidth;
  const covered = isWide ? 2 * marginPixels : controlsHeight(innerHeight);
  return { x: width / 2 - marginPixels, y: innerHeight / 2 - covered };
}

function coverBesideNotice(): { width: number } & CoveredPixels {
  if (isWideLayout()) return { width: innerWidth - panelPixels, top: 64, bottom: noticePixels };
  const bottom = sheetHeights(innerHeight).peek + noticePixels;
  return { width: innerWidth, top: innerHeight / 5, bottom };
}
