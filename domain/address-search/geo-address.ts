import { textLength } from "#domain/text/entered-text.ts";

/** How sure the one who found it is that this is the address that was meant. */
export type GeoConfidence = "exact" | "high" | "medium" | "low";

/**
 * An address with its point (docs/product#address-of-a-position). Texts are empty where nobody knows
 * them.
 */
export interface GeoAddress {
  /** Street and house number. */
  readonly address_line1: string;
  readonly address_line2: string;
  /** The settlement. */
  readonly place: string;
  readonly county: string;
  readonly postcode: string;
  /** ISO 3166-1 alpha-2, upper case; empty where nobody knows it. */
  readonly country: string;
  /** WGS 84 degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly confidence: GeoConfidence;
  readonly precision: GeoPrecision;
}

/** What stands at an address and is of the kind that was searched for. */
export interface GeoCategoryPlace extends GeoAddress {
  readonly name: string;
}

/**
 * What answers for maps (docs/product#map-levels): `embedded` needs nothing, `open` are public
 * services, `local` is an extract of one's own, `mapbox` the hosted provider.
 */
const geoLevels = ["embedded", "open", "local", "mapbox"] as const;

export type GeoLevel = (typeof geoLevels)[number];

/**
 * What a found point stands for, from the closest to the vaguest: a house, the middle of a street, of a
 * part of a settlement, or of a whole settlement.
 */
export const geoPrecisions = ["address", "street", "district", "settlement"] as const;

export type GeoPrecision = (typeof geoPrecisions)[number];

/** One answer to what somebody is typing; `GET /api/v1/geo/retrieve/{id}` has its address. */
export interface GeoSuggestion {
  /** Opaque; of use to the provider that gave it. */
  readonly id: string;
  /** What it is called: `Kossuth Lajos utca 3.`, `Szeged`. */
  readonly name: string;
  /** Where that is: `1053 Budapest`, `Csongrád-Csanád vármegye`. */
  readonly detail: string;
  readonly precision: GeoPrecision;
  /** The place's id, where the suggestion is one of our own places; its address has it too. */
  readonly place_id?: number;
}

/** Shorter searches have no suggestions (docs/product#suggestions), in code points. */
export const minSuggestCharacters = 3;

/** No address is longer, in code points. */
export const maxSearchCharacters = 200;

export const maxSuggestions = 8;

/** Clients of other services may ask for more, and get {@link maxSuggestions}. */
export const maxAskedSuggestions = 100;

/** Our own places among the kinds of things that are searched for. */
export const ownPlaceKind = "toilet";

/**
 * A static picture's longer side, in CSS pixels; twice as many for dense screens
 * (docs/product#picture-of-a-position).
 */
export const maxStaticImagePixels = 1280;

/** The static picture's zoom where none is given (docs/product#picture-of-a-position). */
export const defaultStaticImageZoom = 16;

export const maxStaticImageZoom = 22;

/** Whether a text, spaces around it aside, is long enough to suggest something for. */
export function isSearchableText(text: string): boolean {
  return textLength(text.trim()) >= minSuggestCharacters;
}
