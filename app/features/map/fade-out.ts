import type { ExpressionSpecification } from "maplibre-gl";
import { baseMapGoneZoom, baseMapMaxUsefulZoom } from "#domain/base-map/base-map-limits.ts";

/** Opacity that is full as far as the base map is to be trusted, and then goes. */
export function fadeOut(opacity = 1): ExpressionSpecification {
  return ["interpolate", ["linear"], ["zoom"], baseMapMaxUsefulZoom, opacity, baseMapGoneZoom, 0];
}

/** Opacity of names: full to the last moment, since a pale name is hard to read. */
export const fadeOutNames: ExpressionSpecification = [
  "interpolate",
  ["linear"],
  ["zoom"],
  baseMapGoneZoom - 0.3,
  1,
  baseMapGoneZoom,
  0,
];
