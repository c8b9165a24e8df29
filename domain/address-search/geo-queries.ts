import * as v from "valibot";
import { type BoundingBox, parseBoundingBox } from "#domain/geography/bounding-box.ts";
import { type Coordinates, parseCoordinates } from "#domain/geography/coordinates.ts";
import { isCountryCode } from "#domain/geography/country-code.ts";
import { latitudeParameter, longitudeParameter } from "#domain/geography/position-schema.ts";
import type { MapTheme } from "#domain/map/map-palettes.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import { type Language, type Locale, languageOf, toLocale } from "#domain/text/language.ts";
import { textLength } from "#domain/text/text-limits.ts";
import { crossCheck } from "#domain/validation/check-fields.ts";
import { described } from "#domain/validation/described.ts";
import { count, flag, parameter } from "#domain/validation/parse-query.ts";
import { ownPlaceKind } from "./geo-address.ts";
import {
  defaultStaticImageZoom,
  maxSearchCharacters,
  maxStaticImagePixels,
  maxStaticImageZoom,
  maxSuggestionLimit,
  maxSuggestions,
} from "./search-limits.ts";

/** Scope of a search for addresses: every parameter but its text. */
export interface GeoSearchScope {
  /** Null: the language follows from the rest of the request. */
  readonly language: Language | null;
  readonly near: Coordinates | null;
  /** Joins the calls of one search, for a provider that charges by search. */
  readonly session: string | null;
  /** Kinds of results, as the client names them (`address`); null for all kinds. */
  readonly kinds: readonly string[] | null;
  /** Only results in one of these countries (ISO 3166-1 alpha-2, capitals); empty for anywhere. */
  readonly countries: readonly string[];
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

const travelProfiles = ["walking", "cycling", "driving"] as const;

type TravelProfile = (typeof travelProfiles)[number];

/** Maximum number of countries, languages or kinds in one query: more than a reasonable query has. */
const maxListed = 20;

const sessionParameter = parameter((text) => (/^[\w-]{8,64}$/.test(text) ? text : null));

const languageEntries = {
  lang: v.optional(v.pipe(parameter(toLocale), v.string(), v.description("default: the reader's"))),
  language: v.optional(
    described(parameter(parseLanguageTags), "BCP 47, separated by commas; alternative to lang"),
  ),
};

/**
 * Parameters of a search's scope, also under the names that clients of hosted services use:
 * `language`, `proximity`, `session_token`, `country`, `limit`, `streets`, `types`, `eta_type`,
 * `origin` and `navigation_profile`. A value given under both of its names is an error.
 */
const scopeEntries = {
  ...languageEntries,
  session: v.optional(
    described(sessionParameter, "joins the calls of one search: 8 to 64 characters of A-Za-z0-9_-"),
  ),
  session_token: v.optional(described(sessionParameter, "alternative to session")),
  proximity: v.optional(
    described(parameter(parseProximity), "lng,lat, or ip, which is ignored; alternative to near"),
  ),
  near: v.optional(
    described(parameter(parseCoordinates), "lng,lat: results near this point come first"),
  ),
  types: v.optional(
    described(
      parameter(parseKinds),
      `kinds, separated by commas; places of this product only with '${ownPlaceKind}'`,
    ),
  ),
  country: v.optional(
    described(
      parameter(parseCountries),
      "ISO 3166-1 codes, separated by commas: only results in one of these countries",
    ),
  ),
  bbox: v.optional(
    described(parameter(parseBoundingBox), "west,south,east,north: only results within this box"),
  ),
  limit: v.optional(
    v.pipe(
      count(maxSuggestionLimit),
      v.metadata({ default: maxSuggestions, description: `cut down to ${maxSuggestions}` }),
      v.transform((requested) => Math.min(requested, maxSuggestions)),
    ),
  ),
  streets: v.optional(
    v.pipe(
      parameter(parseSwitch),
      v.boolean(),
      v.description("false leaves out streets without a house number"),
    ),
    "true",
  ),
  eta_type: v.optional(described(v.picklist(["navigation"]), "only with navigation_profile")),
  navigation_profile: v.optional(v.picklist(travelProfiles)),
  origin: v.optional(described(parameter(parseCoordinates), "lng,lat: start of the journey")),
};

const scopeObject = v.object(scopeEntries);
type ScopeFields = v.InferOutput<typeof scopeObject>;

/* @__NO_SIDE_EFFECTS__ */
function checkLanguage<Fields extends Pick<ScopeFields, "lang" | "language">>() {
  return crossCheck<Fields>(({ isGiven, reject }) => {
    if (isGiven("lang") && isGiven("language")) reject("language");
  });
}

/* @__NO_SIDE_EFFECTS__ */
function checkScope<Fields extends ScopeFields>() {
  return crossCheck<Fields>(({ valid, isGiven, reject }) => {
    if (isGiven("lang") && isGiven("language")) reject("language");
    if (isGiven("session") && isGiven("session_token")) reject("session_token");
    if (isGiven("near") && isGiven("proximity")) reject("proximity");
    if (valid.eta_type && !isGiven("navigation_profile")) reject("navigation_profile");
  });
}

function localeOf({ lang, language }: Pick<ScopeFields, "lang" | "language">): Locale | null {
  return lang ?? language?.find((wanted) => wanted !== null) ?? null;
}

function languageIn(fields: Pick<ScopeFields, "lang" | "language">): Language | null {
  const locale = localeOf(fields);
  return locale && languageOf(locale);
}

function scopeOf(fields: ScopeFields): GeoSearchScope {
  const { proximity = "ip", navigation_profile: profile } = fields;
  return {
    language: languageIn(fields),
    near: fields.near ?? (proximity === "ip" ? null : proximity),
    session: fields.session ?? fields.session_token ?? null,
    kinds: fields.types ?? null,
    countries: fields.country ?? [],
    bbox: fields.bbox ?? null,
    limit: fields.limit ?? null,
    withStreets: fields.streets,
    travel: profile ? { profile, origin: fields.origin ?? null } : null,
  };
}

/**
 * Query that has a search's scope and nothing else; every parameter is optional. A call that needs only a
 * part of it, such as the language, reads the rest too, which changes nothing.
 */
export const geoScopeQuerySchema = v.pipe(scopeObject, checkScope(), v.transform(scopeOf));

export interface GeoTextQuery extends GeoSearchScope {
  /** Not empty, trimmed, NFC. */
  readonly text: string;
}

/** Parameters of a search by text. Without a text the error is `error.searchtext`. */
export const geoTextQuerySchema = v.pipe(
  v.object({
    q: v.pipe(
      // Absent, not repeated.
      v.string(({ input }) => (input === undefined ? "error.searchtext" : "error.parameter")),
      v.metadata({ maxLength: maxSearchCharacters }),
      v.transform((text) => text.normalize("NFC").trim()),
      v.check((text) => isHarmlessText(text) && textLength(text) <= maxSearchCharacters),
      v.check((text) => text !== "", "error.searchtext"),
    ),
    ...scopeEntries,
  }),
  checkScope(),
  v.transform((fields): GeoTextQuery => ({ text: fields.q, ...scopeOf(fields) })),
);

export interface GeoPositionQuery {
  readonly position: Coordinates;
  readonly language: Language | null;
}

/**
 * Parameters of a point, `lng` and `lat` or `longitude` and `latitude`, and the language. The rest of a
 * search's scope (`types`, `limit`) is read too and changes nothing: one point has one address.
 */
export const geoPositionQuerySchema = v.pipe(
  v.object({
    lng: v.optional(described(longitudeParameter, "required, or longitude")),
    lat: v.optional(described(latitudeParameter, "required, or latitude")),
    longitude: v.optional(described(longitudeParameter, "alternative to lng")),
    latitude: v.optional(described(latitudeParameter, "alternative to lat")),
    ...scopeEntries,
  }),
  crossCheck(({ isGiven, reject }) => {
    const [used, unused] = isGiven("longitude") ? [longNames, shortNames] : [shortNames, longNames];
    for (const name of used) if (!isGiven(name)) reject(name);
    for (const name of unused) if (isGiven(name)) reject(name);
  }),
  checkScope(),
  v.transform(
    (fields): GeoPositionQuery => ({
      position: [fields.longitude ?? fields.lng ?? 0, fields.latitude ?? fields.lat ?? 0],
      language: languageIn(fields),
    }),
  ),
);

const shortNames = ["lng", "lat"] as const;
const longNames = ["longitude", "latitude"] as const;

export interface DirectionsQuery {
  readonly from: Coordinates;
  readonly to: Coordinates;
  /** Null: it follows from the rest of the request. */
  readonly locale: Locale | null;
  readonly avoidsSteps: boolean;
}

/** Parameters of a walking route: `from` and `to`, each `lng,lat`, `lang` or `language`, and `avoid_steps`. */
export const directionsQuerySchema = v.pipe(
  v.object({
    from: described(parameter(parseCoordinates), "lng,lat"),
    to: described(parameter(parseCoordinates), "lng,lat"),
    avoid_steps: flag("a route without stairs, where there is one and the router knows them"),
    ...languageEntries,
  }),
  checkLanguage(),
  v.transform(
    (fields): DirectionsQuery => ({
      avoidsSteps: fields.avoid_steps ?? false,
      from: fields.from,
      to: fields.to,
      locale: localeOf(fields),
    }),
  ),
);

function parseProximity(text: string): Coordinates | "ip" | null {
  return text === "ip" ? text : parseCoordinates(text);
}

/** BCP 47 tags in order of preference; null for a language that the product does not have. */
function parseLanguageTags(text: string): (Locale | null)[] | null {
  const tags = parseList(text, /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/);
  return tags?.map(toLocale) ?? null;
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

/** A picture of the map around a point. */
export interface StaticImageView {
  readonly center: Coordinates;
  /** 0…22, of tiles of 512 pixels, as MapLibre counts. */
  readonly zoom: number;
  /** CSS pixels, 1…1280. */
  readonly width: number;
  readonly height: number;
  readonly theme: MapTheme;
  /** Twice the pixels, for dense screens. */
  readonly isRetina: boolean;
}

/** Maximum of `width` and `height` in a query; values above the limit of a picture are cut down to that limit. */
const maxRequestedPixels = 10_000;

const pixels = v.optional(
  v.pipe(
    count(maxRequestedPixels),
    v.description(`cut down to ${maxStaticImagePixels}`),
    v.transform((requested) => Math.min(requested, maxStaticImagePixels)),
  ),
  String(maxStaticImagePixels),
);

/** Parameters of a picture; `width` and `height` are cut down (docs/product#picture-of-a-position). */
export const staticImageQuerySchema = v.pipe(
  v.object({
    lng: longitudeParameter,
    lat: latitudeParameter,
    zoom: v.optional(
      v.pipe(
        parameter((text) => (/^\d{1,2}(\.\d{1,3})?$/.test(text) ? Number(text) : null)),
        v.number(),
        v.minValue(0),
        v.maxValue(maxStaticImageZoom),
      ),
      String(defaultStaticImageZoom),
    ),
    width: pixels,
    height: pixels,
    theme: v.optional(v.picklist(["light", "dark"]), "light"),
    retina: flag("twice the pixels"),
  }),
  v.transform(
    ({ lng, lat, retina = false, ...picture }): StaticImageView => ({
      center: [lng, lat],
      ...picture,
      isRetina: retina,
    }),
  ),
);
