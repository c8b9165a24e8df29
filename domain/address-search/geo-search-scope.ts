import { type BoundingBox, parseBoundingBox } from "#domain/geography/bounding-box.ts";
import { type Coordinates, parseCoordinates } from "#domain/geography/coordinates.ts";
import { isCountryCode } from "#domain/place/country-code.ts";
import type { QueryReader } from "#domain/reading/query-reader.ts";
import { type Language, toLanguage } from "#domain/text/language.ts";
import { maxAskedSuggestions, maxSuggestions } from "./geo-address.ts";

/** The scope of a search for addresses: all that it says besides its text. */
export interface GeoSearchScope {
  /** Null: the language follows from the rest of the request. */
  readonly language: Language | null;
  /** Results near this point come first. */
  readonly near: Coordinates | null;
  /** Joins the calls of one search, for a provider that charges by search. */
  readonly session: string | null;
  /** Kinds of results, in the caller's words (`address`); null for all kinds. */
  readonly kinds: readonly string[] | null;
  /** Only results in one of these countries (ISO 3166-1 alpha-2, capitals); empty for anywhere. */
  readonly countries: readonly string[];
  /** Only results within this box. */
  readonly bbox: BoundingBox | null;
  /** Maximum number of results; null for the default of the query. */
  readonly limit: number | null;
  /** Whether streets without a house number are results too. */
  readonly withStreets: boolean;
  /** Way to travel to the results; null where it does not matter. */
  readonly travel: GeoTravel | null;
}

/** A way to travel; a hosted provider returns its travel time. */
interface GeoTravel {
  readonly profile: TravelProfile;
  /** Start of the travel; null for `near`. */
  readonly origin: Coordinates | null;
}

export const travelProfiles = ["walking", "cycling", "driving"] as const;

type TravelProfile = (typeof travelProfiles)[number];

/** Maximum number of countries, languages or kinds in one query: more than a reasonable query has. */
const maxListed = 20;

/**
 * Reads the scope of a search for addresses: `lang`, `near`, `session`, and under the names that clients of
 * hosted services use `language`, `proximity` (`lng,lat`, or `ip`, which is ignored), `session_token`,
 * `country`, `bbox`, `limit`, `streets`, `types`, `eta_type`, `origin` and `navigation_profile`. A value
 * given under both of its names is a fault.
 */
export function readGeoSearchScope(reader: QueryReader, params: URLSearchParams): GeoSearchScope {
  const language = readGeoLanguage(reader, params);
  const session = readSession(reader, params);
  const proximity = reader.read("proximity", parseProximity, "ip");
  const near = reader.read("near", parseCoordinates, null);
  if (params.has("near") && params.has("proximity")) reader.reject("proximity");
  return {
    language,
    session,
    near: near ?? (proximity === "ip" ? null : proximity),
    kinds: reader.read("types", parseKinds, null),
    countries: reader.read("country", parseCountries, []),
    bbox: reader.read("bbox", parseBoundingBox, null),
    limit: params.has("limit")
      ? Math.min(reader.readCount("limit", maxAskedSuggestions, 1), maxSuggestions)
      : null,
    withStreets: reader.read("streets", parseSwitch, true),
    travel: readTravel(reader, params),
  };
}

/**
 * Reads `lang`, one of the product's languages, or `language`, where other languages are allowed and ignored.
 */
export function readGeoLanguage(reader: QueryReader, params: URLSearchParams): Language | null {
  const lang = reader.read("lang", toLanguage, null);
  const wanted = reader.read("language", parseLanguageTags, []);
  if (params.has("lang") && params.has("language")) reader.reject("language");
  return lang ?? wanted.find((language) => language !== null) ?? null;
}

function readSession(reader: QueryReader, params: URLSearchParams): string | null {
  const session = reader.read("session", parseSession, null);
  const token = reader.read("session_token", parseSession, null);
  if (params.has("session") && params.has("session_token")) reader.reject("session_token");
  return session ?? token;
}

function readTravel(reader: QueryReader, params: URLSearchParams): GeoTravel | null {
  const eta = reader.read("eta_type", (text) => (text === "navigation" ? text : null), null);
  const profile = reader.read("navigation_profile", parseProfile, null);
  const origin = reader.read("origin", parseCoordinates, null);
  if (eta !== null && !params.has("navigation_profile")) reader.reject("navigation_profile");
  return profile && { profile, origin };
}

/** A session name of 8 to 64 letters, digits, `-` and `_`, such as a UUID; null for any other text. */
function parseSession(text: string): string | null {
  return /^[\w-]{8,64}$/.test(text) ? text : null;
}

function parseProximity(text: string): Coordinates | "ip" | null {
  return text === "ip" ? text : parseCoordinates(text);
}

/** BCP 47 tags, the most wanted first; null stands for a language that the product does not have. */
function parseLanguageTags(text: string): (Language | null)[] | null {
  const tags = parseList(text, /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/);
  return tags?.map(toLanguage) ?? null;
}

function parseKinds(text: string): readonly string[] | null {
  return parseList(text, /^[a-z][a-z_]{0,31}$/);
}

function parseCountries(text: string): readonly string[] | null {
  const codes = parseList(text, /^[A-Za-z]{2}$/)?.map((code) => code.toUpperCase());
  return codes?.every(isCountryCode) ? codes : null;
}

function parseList(text: string, item: RegExp): string[] | null {
  const items = text.split(",");
  return items.length <= maxListed && items.every((one) => item.test(one)) ? items : null;
}

function parseSwitch(text: string): boolean | null {
  if (text === "true" || text === "1") return true;
  return text === "false" || text === "0" ? false : null;
}

function parseProfile(text: string): TravelProfile | null {
  return travelProfiles.find((profile) => profile === text) ?? null;
}
