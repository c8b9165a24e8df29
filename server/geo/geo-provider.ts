import type { Coordinates } from "#domain/coordinates.ts";
import type { Correction } from "#domain/correction.ts";
import type { Directions } from "#domain/geo/directions.ts";
import type { GeoAddress, GeoCategoryPlace } from "#domain/geo/geo-address.ts";
import type { GeoLevel } from "#domain/geo/geo-level.ts";
import type { GeoSuggestion } from "#domain/geo/geo-suggestion.ts";
import type { StaticImageView } from "#domain/geo/parse-static-image-query.ts";
import type { GeoSearchScope } from "#domain/geo/search-scope.ts";
import type { Language } from "#domain/language.ts";

/**
 * Why there is no answer: the service cannot be reached, is too slow or answers nonsense; it has found
 * nothing; it has no such call at all.
 */
export type GeoFailure = "unavailable" | "notfound" | "unsupported";

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
