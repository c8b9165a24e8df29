import type { ExpressionSpecification } from "maplibre-gl";
import { riverPixels } from "#domain/base-map/river-pixels.ts";

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
