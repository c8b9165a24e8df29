import { textLength } from "#domain/text/text-length.ts";

/** The provider's confidence that this is the address of the search. */
export type GeoConfidence = "exact" | "high" | "medium" | "low";

/** An address with its point (docs/product#address-of-a-position). Unknown texts are empty. */
export interface GeoAddress {
  /** Street and house number. */
  readonly address_line1: string;
  readonly address_line2: string;
  /** The settlement. */
  readonly place: string;
  readonly county: string;
  readonly postcode: string;
  /** ISO 3166-1 alpha-2, upper case; empty where it is unknown. */
  readonly country: string;
  /** WGS 84 degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly confidence: GeoConfidence;
  readonly precision: GeoPrecision;
}

/** A shop, toilet or the like of the searched kind, with its address. */
export interface GeoCategoryPlace extends GeoAddress {
  readonly name: string;
}

/**
 * Providers of maps and addresses (docs/product#map-levels): `embedded` needs no other service, `open` are
 * public services, `local` is the operator's own extract, `mapbox` the hosted provider.
 */
const geoLevels = ["embedded", "open", "local", "mapbox"] as const;

export type GeoLevel = (typeof geoLevels)[number];

/**
 * Precision of a found point, from the most exact: a house, the middle of a street, of a part of a
 * settlement, or of a whole settlement.
 */
export const geoPrecisions = ["address", "street", "district", "settlement"] as const;

export type GeoPrecision = (typeof geoPrecisions)[number];

/** A suggestion for a text that is being typed; `GET /api/v1/geo/retrieve/{id}` returns its address. */
export interface GeoSuggestion {
  /** Opaque id; only the provider that gave it can read it. */
  readonly id: string;
  /** Name: `Kossuth Lajos utca 3.`, `Szeged`. */
  readonly name: string;
  /** Surroundings: `1053 Budapest`, `Csongrád-Csanád vármegye`. */
  readonly detail: string;
  readonly precision: GeoPrecision;
  /** The place's id where the suggestion is one of the product's places; its address has the id too. */
  readonly place_id?: number;
}

/** Minimum length of a search that has suggestions, in code points (docs/product#suggestions). */
export const minSuggestCharacters = 3;

/** Maximum length of a search, in code points; no address is longer (docs/product#suggestions). */
export const maxSearchCharacters = 200;

/** Maximum number of suggestions in an answer (docs/product#suggestions). */
export const maxSuggestions = 8;

/** Maximum of `limit`: clients of other services may ask for that many, and get {@link maxSuggestions}. */
export const maxAskedSuggestions = 100;

/** The product's own places, as a kind of search result. */
export const ownPlaceKind = "toilet";

/**
 * Maximum of a static picture's longer side, in CSS pixels; a dense screen gets twice as many
 * (docs/product#picture-of-a-position).
 */
export const maxStaticImagePixels = 1280;

/** Default zoom of a static picture (docs/product#picture-of-a-position). */
export const defaultStaticImageZoom = 16;

export const maxStaticImageZoom = 22;

/** Whether a text, without surrounding spaces, is long enough for suggestions. */
export function isSearchableText(text: string): boolean {
  return textLength(text.trim()) >= minSuggestCharacters;
}
