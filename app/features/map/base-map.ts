import type { StyleSpecification } from "maplibre-gl";
import type { MapTheme } from "#domain/base-map/palette.ts";
import type { Language } from "#domain/language.ts";

/** What a base map's style follows from. */
export interface BaseMapLook {
  readonly theme: MapTheme;
  readonly language: Language;
}

/** What the page is to know of the base map that it got. */
export interface BaseMapState {
  /** Whether it knows streets; one that doesn't tells the truth to `baseMapMaxUsefulZoom` only. */
  readonly isDetailed: boolean;
  /** Whether it stands in for one that did not answer. */
  readonly isFallback: boolean;
}

/** A base map that has answered: what the live maps draw below their own layers. */
export interface BaseMap extends BaseMapState {
  style(look: BaseMapLook): StyleSpecification;
}
