import type { GeoPrecision } from "#domain/geo/geo-precision.ts";
import { placeZoom } from "./opening-view.ts";

/** How close the map comes to what a search found: the vaguer the point, the more around it. */
const zooms: Record<GeoPrecision, number> = {
  address: 17,
  street: 16,
  district: placeZoom,
  settlement: placeZoom,
};

/** The zoom that shows a found point with what it stands for. */
export function zoomToShow(precision: GeoPrecision): number {
  return zooms[precision];
}
