import type {
  GeoAddress,
  GeoCategoryPlace,
  GeoProviderName,
  GeoSuggestion,
} from "#domain/address-search/geo-address.ts";
import type { GeoSearchScope, StaticImageView } from "#domain/address-search/geo-queries.ts";
import { maxSuggestions } from "#domain/address-search/search-limits.ts";
import type { Correction } from "#domain/feedback/correction.ts";
import { isInBoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Language, Locale } from "#domain/text/language.ts";
import type { Directions } from "#domain/walking/directions.ts";
import type { TravelMode } from "#domain/way/way-plan.ts";

/** Result with its provider, so that the page can name its map. */
export type GeoResponse<Value> = GeoResult<Value> & {
  readonly provider: GeoProviderName;
  /** Whether a better provider is configured but unavailable. */
  readonly isFallback: boolean;
  /** The provider's; absent where a better provider, which knows more, is configured. */
  readonly knownTowns?: number;
};

type GeoCalls = Omit<GeoProvider, "name" | "knownTowns">;

/** Port of address search and directions over all providers (docs/product#map-providers). */
export type Geo = {
  readonly [Call in keyof GeoCalls]: (
    ...parameters: Parameters<GeoCalls[Call]>
  ) => Promise<GeoResponse<ValueOf<Awaited<ReturnType<GeoCalls[Call]>>>>>;
};

type ValueOf<Result> = Result extends { readonly ok: true; readonly value: infer Value }
  ? Value
  : never;

/**
 * Reason of a missing result: the service cannot be reached, is too slow or responds with nonsense;
 * it has found nothing; it does not have the call.
 */
type GeoFailure = "unavailable" | "notfound" | "unsupported";

export type GeoResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: GeoFailure };

export interface GeoOptions {
  /** Language of names and instructions, as far as the provider has it. */
  readonly language: Language;
  /** Signal that aborts when the client has disconnected. */
  readonly signal: AbortSignal;
}

export interface WalkingOptions extends GeoOptions {
  /** Its region decides the units of lengths. */
  readonly language: Locale;
  /** Default: on foot, the only way to travel that our own tiles know. */
  readonly by?: TravelMode;
  /** Whether the route takes stairs only where there is no other; a hosted provider does not know them. */
  readonly avoidsSteps?: boolean;
}

/** Options of a search. Only the hosted provider uses `travel`, and only one that charges by search the session. */
export interface GeoSearchOptions
  extends GeoOptions,
    Partial<Omit<GeoSearchScope, "language" | "near" | "session">> {
  readonly near: Coordinates | null;
  /** Joins the suggestions and the one retrieved address of a search. */
  readonly sessionToken: string | null;
  /** Key of the client: queued searches are spread over the clients. */
  readonly client?: string;
}

/** Options of a retrieved suggestion: those of its search, for a provider that needs them again. */
export type RetrieveOptions = GeoOptions &
  Pick<GeoSearchOptions, "sessionToken"> &
  Partial<Pick<GeoSearchOptions, "near" | "countries" | "bbox">>;

export interface StaticImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Media type, such as `image/png`. */
  readonly type: string;
}

/**
 * Source of addresses and routes (docs/product#map-providers). No call throws for a failure of the service; it is
 * logged, by status.
 */
export interface GeoProvider {
  /** Name of the provider; the ids of its suggestions begin with it and a dot. */
  readonly name: GeoProviderName;
  /** Number of the home country's settlements in a provider without streets. */
  readonly knownTowns?: number;
  /** @param text not empty; at most `maxSuggestions`, the best first; empty where nothing fits */
  suggest(text: string, options: GeoSearchOptions): Promise<GeoResult<readonly GeoSuggestion[]>>;
  /** @param id of a suggestion of this provider; `notfound` for any other */
  retrieve(id: string, options: RetrieveOptions): Promise<GeoResult<GeoAddress>>;
  search(text: string, options: GeoSearchOptions): Promise<GeoResult<readonly GeoAddress[]>>;
  /** @param category a name of the provider's own catalogue */
  category(
    category: string,
    options: GeoSearchOptions,
  ): Promise<GeoResult<readonly GeoCategoryPlace[]>>;
  /** Address at a point, or `notfound`. */
  reverse(position: Coordinates, options: GeoOptions): Promise<GeoResult<GeoAddress>>;
  /** Way on foot, unless another way to travel is given; `notfound` where none exists. */
  directions(
    from: Coordinates,
    to: Coordinates,
    options: WalkingOptions,
  ): Promise<GeoResult<Directions>>;
  staticImage(view: StaticImageView, options: GeoOptions): Promise<GeoResult<StaticImage>>;
  /** Sends a correction to the provider of the data (docs/product#correction). */
  correct(correction: Correction, senderEmail: string | null): Promise<GeoResult<null>>;
}

/**
 * Match of a found place with the typed text, the best first: `exact` is its full name or address; `unfinished` the
 * beginning or some terms of it; `vague` a similar text, or one that it is only a part of.
 */
export const geoFits = ["exact", "unfinished", "vague"] as const;

export type GeoFit = (typeof geoFits)[number];

export interface GeoMatch {
  readonly address: GeoAddress;
  readonly suggestion: GeoSuggestion;
  readonly fit: GeoFit;
}

/** Finder of settlements by their names, without requests to other servers. */
export interface SettlementFinder {
  /** The likeliest first. */
  findSettlements(
    text: string,
    options: Pick<GeoSearchOptions, "language" | "near" | "countries" | "bbox" | "limit">,
  ): readonly GeoMatch[];
}

export const notFound = { ok: false, code: "notfound" } as const;
export const unavailable = { ok: false, code: "unavailable" } as const;

const unsupported = async () => ({ ok: false, code: "unsupported" }) as const;

export const unsupportedCalls: GeoCalls = {
  suggest: unsupported,
  retrieve: unsupported,
  search: unsupported,
  category: unsupported,
  reverse: unsupported,
  directions: unsupported,
  staticImage: unsupported,
  correct: unsupported,
};

/** Addresses within the scope of a search. One of unknown country is in no country. */
export function filterByScope<Address extends GeoAddress>(
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
