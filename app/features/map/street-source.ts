import type { ExpressionSpecification } from "maplibre-gl";

/** The source of the street map's layers. */
export const streetSource = "streets";

/** A layer's part of the tiles, to be spread into it. */
export function fromStreets(layer: string) {
  return { source: streetSource, "source-layer": layer } as const;
}

/** Whether a feature is of one of the schema's classes. */
export function isClass(...classes: readonly string[]): ExpressionSpecification {
  return ["in", ["get", "class"], ["literal", [...classes]]];
}
