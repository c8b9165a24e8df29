import { raiseCentre } from "#app/features/map/map-area.ts";
import {
  isWideLayout,
  panelPixels,
  sheetHeights,
  uncoveredMiddle,
} from "#app/features/map/sheet-layout.ts";
import type { RoughPosition } from "#app/ui/find-position.ts";
import { wrapLongitude } from "#domain/geography/coordinates.ts";
import { degreesWithin } from "#domain/geography/distance-and-bearing.ts";
import { streetPlaceZoom } from "#domain/map/initial-view.ts";
import type { MapView } from "#domain/map/map-view.ts";
import { viewOfBox } from "#domain/map/view-of-box.ts";

/** Height of the big button and the message above it, about. */
const noticePixels = 200;

/** View of the whole circle in which a visitor is, in the part of the map that the page leaves free. */
export function viewOfCircle({ position, accuracyMeters }: RoughPosition): MapView {
  const [longitude, latitude] = position;
  const { high, wide } = degreesWithin(accuracyMeters, latitude);
  const isWide = isWideLayout();
  const width = isWide ? innerWidth - panelPixels : innerWidth;
  const top = isWide ? 64 : innerHeight / 5;
  const bottom = noticePixels + (isWide ? 0 : sheetHeights(innerHeight).peek);
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
