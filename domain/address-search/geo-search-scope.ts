import { type BoundingBox, parseBoundingBox } from "#domain/geography/bounding-box.ts";
import { type Coordinates, parseCoordinates } from "#domain/geography/coordinates.ts";
import { isCountryCode } from "#domain/place/country-code.ts";
import type { QueryReader } from "#domain/reading/query-reader.ts";
import { type Language, toLanguage } from "#domain/text/language.ts";
import { maxAskedSuggestions, maxSuggestions } from "./geo-address.ts";

/** What a search of addresses is told besides its text. */
export interface GeoSearchScope {
  /** Null leaves it to what else the request says. */
  readonly language: Language | null;
  /** What is near here comes first. */
  readonly near: Coordinates | null;
  /** Joins the questions of one search for a provider that counts by search. */
  readonly session: string | null;
  /** What is searched for, in the words of the caller (`address`); null for all kinds. */
  readonly kinds: readonly string[] | null;
  /** Only what lies in one of these (ISO 3166-1 alpha-2, capitals); empty for anywhere. */
  readonly countries: readonly string[];
  /** Only what lies within it. */
  readonly bbox: BoundingBox | null;
  /** At most so many answers; null for as many as the question usually has. */
  readonly limit: number | null;
  /** Streets without a house number are answers too. */
  readonly withStreets: boolean;
  /** How one would travel to what is found; null where that does not matter. */
  readonly travel: GeoTravel | null;
}

/** A way to travel, by which a hosted provider tells how long it takes. */
interface GeoTravel {
  readonly profile: TravelProfile;
  /** Where one starts; null for `near`. */
  readonly origin: Coordinates | null;
}

export const travelProfiles = ["walking", "cycling", "driving"] as const;

type TravelProfile = (typeof travelProfiles)[number];

/** More than there are countries in a reasonable question. */
const maxListed = 20;

/**
 * Reads what a search of addresses may be told: `lang`, `near`, `session`, and under the names that
 * clients of hosted services use `language`, `proximity` (`lng,lat`, or `ip`, which says nothing),
 * `session_token`, `country`, `bbox`, `limit`, `streets`, `types`, `eta_type`, `origin` and
 * `navigation_profile`. One thing said under both of its names is a fault.
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

/** Reads `lang`, one of our languages, or `language`, in which others are none of the caller's faults. */
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

/** A name of 8 to 64 letters, digits, `-` and `_`, a UUID for instance; null for anything else. */
function parseSession(text: string): string | null {
  return /^[\w-]{8,64}$/.test(text) ? text : null;
}

function parseProximity(text: string): Coordinates | "ip" | null {
  return text === "ip" ? text : parseCoordinates(text);
}

/** BCP 47 tags, the most wanted first; null among them for languages that we do not have. */
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
