import type { ExpressionSpecification } from "maplibre-gl";
import type { ZoomRamp } from "#domain/map/street-map-theme.ts";
import type { Language } from "#domain/text/language.ts";

/** Source of the street map's layers. */
export const streetSource = "streets";

/** Source and source layer of a layer, to be spread into it. */
export function fromStreets(layer: string) {
  return { source: streetSource, "source-layer": layer } as const;
}

/** Whether a feature is of one of the schema's classes. */
export function isClass(...classes: readonly string[]): ExpressionSpecification {
  return ["in", ["get", "class"], ["literal", [...classes]]];
}

/** A measure that grows with the zoom. */
export function zoomRamp({ base, stops }: ZoomRamp): ExpressionSpecification {
  const [first = [0, 0], ...others] = stops;
  return ["interpolate", ["exponential", base], ["zoom"], ...first, ...others.flat()];
}

/**
 * A name in the page's language, else the local one in Latin letters: tilemaker writes the local name there,
 * OpenFreeMap a transcription.
 */
export function localName(language: Language): ExpressionSpecification {
  return ["coalesce", ["get", `name:${language}`], ["get", "name:latin"], ["get", "name"]];
}
