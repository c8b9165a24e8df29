import type { ExpressionSpecification } from "maplibre-gl";

/** A measure that grows with the zoom, from pairs of zoom and CSS pixels. */
export function growing(
  base: number,
  ...stops: readonly (readonly [zoom: number, pixels: number])[]
): ExpressionSpecification {
  const [first = [0, 0], ...others] = stops;
  return ["interpolate", ["exponential", base], ["zoom"], ...first, ...others.flat()];
}
