import type { ExpressionSpecification } from "maplibre-gl";
import { riverPixels, settlementDotRows, settlementTextRows } from "#domain/map/base-map-sizes.ts";
import {
  baseMapGoneZoom,
  baseMapMaxUsefulZoom,
  baseMapWaterZooms,
} from "#domain/map/base-map-source.ts";

/** Name of the embedded base map's source in a style. */
export const worldSource = "world";

/** Source of a style's layer: one of the layers of the embedded base map's tiles. */
export function layerOf(name: string) {
  return { source: worldSource, "source-layer": name } as const;
}

/** Opacity that is full up to the base map's useful zoom, and then fades out. */
export function fadeOut(opacity = 1): ExpressionSpecification {
  return fadeBetween(opacity, 0);
}

/** A value up to the base map's useful zoom, which turns into another until the map is gone. */
export function fadeBetween<Value extends number | string>(
  useful: Value,
  gone: Value,
): ExpressionSpecification {
  return ["interpolate", ["linear"], ["zoom"], baseMapMaxUsefulZoom, useful, baseMapGoneZoom, gone];
}

/** A value of water where the map's shores are true, which turns into another until there is none. */
export function fadeWater<Value extends number | string>(
  useful: Value,
  gone: Value,
): ExpressionSpecification {
  const zooms = baseMapWaterZooms;
  return ["interpolate", ["linear"], ["zoom"], zooms.useful, useful, zooms.gone, gone];
}

/** Opacity of names: full to the end, because a pale name is hard to read. */
export const fadeOutNames: ExpressionSpecification = [
  "interpolate",
  ["linear"],
  ["zoom"],
  baseMapGoneZoom - 0.3,
  1,
  baseMapGoneZoom,
  0,
];

const zooms = [4, 6, 8, 10, 12];

/** {@link riverPixels} as a style expression over the property `width`. */
export const riverWidth: ExpressionSpecification = [
  "interpolate",
  ["exponential", 2],
  ["zoom"],
  ...zooms.flatMap((zoom): [number, ExpressionSpecification] => {
    const { leastPixels, pixelsPerMeter } = riverPixels(zoom);
    return [zoom, ["max", ["*", ["get", "width"], pixelsPerMeter], leastPixels]];
  }),
] as ExpressionSpecification;

const [first, ...others] = settlementDotRows;

/** The table of dots in `domain/map/base-map-sizes.ts` as a style expression over the property `zoom`. */
export const settlementDotSize: ExpressionSpecification = [
  "step",
  ["get", "zoom"],
  first[1],
  others[0][0],
  others[0][1],
  ...others.slice(1).flat(),
];

/** The table of `domain/map/base-map-sizes.ts` as a style expression over the property `zoom`. */
export const settlementTextSize: ExpressionSpecification = [
  "interpolate",
  ["linear"],
  ["zoom"],
  4,
  byRank(1),
  8,
  byRank(2),
  11,
  byRank(3),
];

function byRank(column: 1 | 2 | 3): ExpressionSpecification {
  const [first, ...others] = settlementTextRows;
  const stops = others.flatMap((row) => [row[0], row[column]]);
  return ["step", ["get", "zoom"], first[column], stops[0], stops[1], ...stops.slice(2)];
}
