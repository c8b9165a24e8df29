import {
  type GeoAddress,
  type GeoCategoryPlace,
  type GeoLevel,
  type GeoSuggestion,
  maxSuggestions,
} from "#domain/address-search/geo-address.ts";
import type { GeoSearchScope } from "#domain/address-search/geo-search-scope.ts";
import type { StaticImageView } from "#domain/address-search/static-image-query.ts";
import type { Correction } from "#domain/feedback/correction.ts";
import { isInBoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Language } from "#domain/text/language.ts";
import type { Directions } from "#domain/walking/directions.ts";

/** An answer and who gave it, so that the page can say honestly which map it has. */
export type GeoAnswer<Value> = GeoResult<Value> & {
  readonly level: GeoLevel;
  /** A better level is configured, but did not answer. */
  readonly isFallback: boolean;
};

/** The levels together, as the HTTP calls and pages use them (docs/product#map-levels). */
export interface Geo {
  suggest(text: string, options: GeoSearchOptions): Promise<GeoAnswer<readonly GeoSuggestion[]>>;
  retrieve(
    id: string,
    options: GeoOptions & Pick<GeoSearchOptions, "sessionToken">,
  ): Promise<GeoAnswer<GeoAddress>>;
  search(text: string, options: GeoSearchOptions): Promise<GeoAnswer<readonly GeoAddress[]>>;
  category(
    category: string,
    options: GeoSearchOptions,
  ): Promise<GeoAnswer<readonly GeoCategoryPlace[]>>;
  reverse(position: Coordinates, options: GeoOptions): Promise<GeoAnswer<GeoAddress>>;
  directions(
    from: Coordinates,
    to: Coordinates,
    options: GeoOptions,
  ): Promise<GeoAnswer<Directions>>;
  staticImage(view: StaticImageView, options: GeoOptions): Promise<GeoAnswer<StaticImage>>;
  /** Hands the correction to the first level that takes one. */
  correct(
    correction: Correction,
    senderEmail: string | null,
    options: GeoOptions,
  ): Promise<GeoAnswer<null>>;
}

/**
 * Why there is no answer: the service cannot be reached, is too slow or answers nonsense; it has found
 * nothing; it has no such call at all.
 */
type GeoFailure = "unavailable" | "notfound" | "unsupported";

export type GeoResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: GeoFailure };

/** What every call is told. */
export interface GeoOptions {
  /** Of names and instructions, as far as the provider has them. */
  readonly language: Language;
  /** Aborted when whoever asks is gone. */
  readonly signal: AbortSignal;
}

/**
 * What a search is told. Each level uses what it can: the hosted provider all of it, the others nothing
 * of `travel`; only a provider that counts by search hears of the session.
 */
export interface GeoSearchOptions
  extends GeoOptions,
    Partial<Omit<GeoSearchScope, "language" | "near" | "session">> {
  /** What is near here comes first. */
  readonly near: Coordinates | null;
  /** Joins the suggestions and the one retrieved address of one search. */
  readonly sessionToken: string | null;
}

export interface StaticImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** A media type, such as `image/png`. */
  readonly type: string;
}

/**
 * A source of addresses and ways (docs/product#map-levels): embedded, open services, one's own extract,
 * or a hosted provider. No call throws for what the service does; a fault of a service is in the log,
 * by status.
 */
export interface GeoProvider {
  /** The level it serves; its suggestions' ids begin with this and a dot. */
  readonly name: GeoLevel;
  /** @param text not empty; at most `maxSuggestions`, the best first; empty where nothing fits */
  suggest(text: string, options: GeoSearchOptions): Promise<GeoResult<readonly GeoSuggestion[]>>;
  /** @param id of a suggestion of this provider; `notfound` for any other */
  retrieve(
    id: string,
    options: GeoOptions & Pick<GeoSearchOptions, "sessionToken">,
  ): Promise<GeoResult<GeoAddress>>;
  search(text: string, options: GeoSearchOptions): Promise<GeoResult<readonly GeoAddress[]>>;
  /** @param category a name of the provider's own catalogue */
  category(
    category: string,
    options: GeoSearchOptions,
  ): Promise<GeoResult<readonly GeoCategoryPlace[]>>;
  /** What is at a point, or `notfound`. */
  reverse(position: Coordinates, options: GeoOptions): Promise<GeoResult<GeoAddress>>;
  /** The way on foot; `notfound` where there is none. */
  directions(
    from: Coordinates,
    to: Coordinates,
    options: GeoOptions,
  ): Promise<GeoResult<Directions>>;
  staticImage(view: StaticImageView, options: GeoOptions): Promise<GeoResult<StaticImage>>;
  /** Hands a correction on to whoever keeps the data (docs/product#correction). */
  correct(
    correction: Correction,
    senderEmail: string | null,
    options: GeoOptions,
  ): Promise<GeoResult<null>>;
}

/**
 * How a found place answers what was typed, the best first: its whole name or address was typed, or the
 * beginning or some words of it, or something like it, or something that it is only a part of.
 */
export const geoFits = ["whole", "unfinished", "vague"] as const;

export type GeoFit = (typeof geoFits)[number];

/** Something that was found, as a search and as a suggestion have it. */
export interface GeoMatch {
  readonly address: GeoAddress;
  readonly suggestion: GeoSuggestion;
  readonly fit: GeoFit;
}

/** Whoever finds settlements by their names at once, without asking anyone. */
export interface SettlementFinder {
  /** The likeliest first. */
  findSettlements(
    text: string,
    options: Pick<GeoSearchOptions, "language" | "near" | "countries" | "bbox" | "limit">,
  ): readonly GeoMatch[];
}

/** The levels that are in force when a question is asked: an import may change them at any time. */
export function chooseGeoPerCall(choose: () => Promise<Geo>): Geo {
  return {
    suggest: async (...question) => (await choose()).suggest(...question),
    retrieve: async (...question) => (await choose()).retrieve(...question),
    search: async (...question) => (await choose()).search(...question),
    category: async (...question) => (await choose()).category(...question),
    reverse: async (...question) => (await choose()).reverse(...question),
    directions: async (...question) => (await choose()).directions(...question),
    staticImage: async (...question) => (await choose()).staticImage(...question),
    correct: async (...question) => (await choose()).correct(...question),
  };
}

/**
 * What of the found addresses a search asks for, for levels that cannot be told so before they search.
 * An address whose country is not known is in none.
 */
export function keepInScope<Address extends GeoAddress>(
  addresses: readonly Address[],
  { countries = [], bbox = null, withStreets = true, limit }: GeoSearchOptions,
): Address[] {
  return addresses
    .filter(
      ({ country, longitude, latitude, precision }) =>
        (countries.length === 0 || countries.includes(country)) &&
        (bbox === null || isInBoundingBox([longitude, latitude], bbox)) &&
        (withStreets || precision !== "street"),
    )
    .slice(0, limit ?? maxSuggestions);
}
