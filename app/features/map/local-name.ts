import type { ExpressionSpecification } from "maplibre-gl";
import type { Language } from "#domain/language.ts";

/**
 * A name in the reader's language, else the local one in Latin letters: tilemaker writes the local name
 * there, OpenFreeMap a transcription.
 */
export function localName(language: Language): ExpressionSpecification {
  return ["coalesce", ["get", `name:${language}`], ["get", "name:latin"], ["get", "name"]];
}
