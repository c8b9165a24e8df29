import type { Coordinates } from "#domain/coordinates.ts";
import type { Correction } from "#domain/correction.ts";
import type { Directions } from "#domain/geo/directions.ts";
import type { GeoAddress, GeoCategoryPlace } from "#domain/geo/geo-address.ts";
import type { GeoLevel } from "#domain/geo/geo-level.ts";
import type { GeoSuggestion } from "#domain/geo/geo-suggestion.ts";
import type { StaticImageView } from "#domain/geo/parse-static-image-query.ts";
import type { GeoOptions, GeoResult, GeoSearchOptions, StaticImage } from "./geo-provider.ts";

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
