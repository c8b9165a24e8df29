import * as v from "valibot";
import type {
  GeoAddress,
  GeoConfidence,
  GeoPrecision,
} from "#domain/address-search/geo-address.ts";
import { maxSuggestions } from "#domain/address-search/search-limits.ts";
import { formatBoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { startView as hungaryView } from "#domain/map/initial-view.ts";
import type { MapView } from "#domain/map/map-view.ts";
import type { Language } from "#domain/text/language.ts";
import type { Directions } from "#domain/walking/directions.ts";
import {
  filterByScope,
  type GeoOptions,
  type GeoProvider,
  type GeoResult,
  type GeoSearchOptions,
  notFound,
  unavailable,
  unsupportedCalls,
} from "#server/geo/geo.ts";
import {
  type MapService,
  type MapServiceResponse,
  parseJson,
  pointSchema,
  serviceUrl,
} from "#server/geo/map-service/map-service.ts";
import { parseAddressId, toSuggestion } from "#server/geo/suggestion.ts";
import {
  type InstructionLocale,
  toWalkingRoute,
  walkingRequest,
} from "#server/geo/walking/walking-router.ts";

/**
 * Provider `open`: public services on OpenStreetMap's data, Photon for addresses and Valhalla for
 * routes (docs/product#map-providers).
 */
export function createOpenProvider(deps: {
  readonly photon: PhotonDeps;
  readonly valhalla: ValhallaDeps;
}): GeoProvider {
  return {
    ...unsupportedCalls,
    name: "open",
    ...createPhotonGeocoder(deps.photon),
    directions: findWalkingRoute(deps.valhalla),
  };
}

interface ValhallaDeps {
  readonly service: MapService;
  /** URL of Valhalla's API, such as `https://valhalla1.openstreetmap.de`. */
  readonly url: string;
  localeOf(language: Language): InstructionLocale;
}

/** Valhalla's error numbers for 'no way leads from one end to the other' (its `exceptions.h`). */
const noWayCodes: ReadonlySet<number> = new Set([170, 441, 442, 443]);
/** Valhalla's error numbers for 'too far' and 'no ways there', as beyond the border of its map. */
const notHereCodes: ReadonlySet<number> = new Set([154, 171]);

/** Directions on foot by a Valhalla server (https://valhalla.github.io/valhalla/api/turn-by-turn/). */
function findWalkingRoute({ service, url, localeOf }: ValhallaDeps): GeoProvider["directions"] {
  return (from, to, { language, signal, avoidsSteps, by }) => {
    const call = {
      url: serviceUrl(url, "route"),
      body: walkingRequest(from, to, { avoidsSteps, by }),
      read: (response: MapServiceResponse) => readRoute(response, localeOf(language)),
    };
    return service.request(call, signal);
  };
}

function readRoute(response: MapServiceResponse, locale: InstructionLocale): GeoResult<Directions> {
  if (response.status !== 200) {
    const failure = parseJson(response, v.object({ error_code: v.number() }));
    if (failure && noWayCodes.has(failure.error_code)) return notFound;
    return failure && notHereCodes.has(failure.error_code)
      ? { ok: false, code: "unsupported" }
      : unavailable;
  }
  const route = toWalkingRoute(parseJson(response, v.unknown()), locale);
  return route ? { ok: true, value: route } : unavailable;
}

interface PhotonDeps {
  readonly service: MapService;
  /** URL of Photon's API, such as `https://photon.komoot.io`. */
  readonly url: string;
  /** View that a search prefers which names no point; Hungary's where left out. */
  readonly startView?: MapView;
}

type Geocoder = Pick<GeoProvider, "suggest" | "retrieve" | "search" | "category" | "reverse">;

/** Zoom of the area that Photon prefers: about a town's surroundings. */
const nearZoom = 12;
const categoryRadiusKilometers = 5;
const categoryLimit = 20;
/** Number of requested results where some of them may be left out. */
const maxPhotonLimit = 30;
/** Number of results of a reverse lookup: enough to find an address among shops and benches. */
const reverseLimit = 5;
/** Maximum distance of an address that is the point's own. */
const sameSpotMeters = 25;

/** Address search by Photon (https://github.com/komoot/photon), on OpenStreetMap's data. */
function createPhotonGeocoder(deps: PhotonDeps): Geocoder {
  const search = async (
    text: string,
    options: GeoSearchOptions,
    isSure: (address: GeoAddress) => boolean = () => false,
  ): Promise<GeoResult<GeoAddress[]>> => {
    const found = await findByText(deps, text, options);
    if (!found.ok) return found;
    return { ok: true, value: filterByScope(toAddresses(found.value, isSure), options) };
  };
  return {
    search: (text, options) => search(text, options),
    async suggest(text, options) {
      // A visitor who picks a suggestion has seen it: the address is as certain as the point is exact.
      const found = await search(text, options, ({ precision }) => precision === "address");
      if (!found.ok) return found;
      const { language } = options;
      const value = found.value.map((one) => toSuggestion(one, { language, provider: "open" }));
      return { ok: true, value };
    },
    async retrieve(id) {
      const address = parseAddressId(id, "open");
      return address ? { ok: true, value: address } : notFound;
    },
    async category(category, options) {
      const tag = photonCategories.get(category);
      if (!tag || options.near === null) return notFound;
      const parameters = { radius: categoryRadiusKilometers, limit: categoryLimit, osm_tag: tag };
      const found = await findAround(deps, options.near, parameters, options);
      if (!found.ok) return found;
      const value = found.value.flatMap((feature) => {
        const address = toAddress(feature, "medium");
        return address ? [{ ...address, name: feature.properties.name }] : [];
      });
      const limit = options.limit ?? categoryLimit;
      return { ok: true, value: filterByScope(value, { ...options, limit }) };
    },
    async reverse(position, options) {
      const found = await findAround(deps, position, { limit: reverseLimit }, options);
      if (!found.ok) return found;
      const isSure = ({ precision, longitude, latitude }: GeoAddress) =>
        precision === "address" &&
        distanceMeters([longitude, latitude], position) <= sameSpotMeters;
      const [address] = toAddresses(found.value, isSure).sort(
        (one, other) => exactnessOf(one) - exactnessOf(other),
      );
      return address ? { ok: true, value: address } : notFound;
    },
  };
}

/** Rank of an address at a point (docs/product#address-of-a-position). */
function exactnessOf({ precision }: GeoAddress): number {
  return precision === "address" ? 0 : precision === "street" ? 1 : 2;
}

function findByText(
  { service, url, startView = hungaryView }: PhotonDeps,
  text: string,
  { language, near, signal, bbox = null, limit, countries = [] }: GeoSearchOptions,
) {
  const [lon, lat] = near ?? [startView.longitude, startView.latitude];
  const zoom = near ? nearZoom : startView.zoom;
  const lang = photonLanguage(language);
  // Photon does not filter by country, so more results are requested and filtered here.
  const requested = countries.length === 0 ? (limit ?? maxSuggestions) : maxPhotonLimit;
  // Photon refuses a box that crosses the antimeridian.
  const box = bbox !== null && bbox.west <= bbox.east ? formatBoundingBox(bbox) : null;
  const parameters = { q: text, limit: requested, lang, lon, lat, zoom, bbox: box };
  return service.request({ url: serviceUrl(url, "api", parameters), read: readFeatures }, signal);
}

function findAround(
  { service, url }: PhotonDeps,
  [lon, lat]: Coordinates,
  parameters: Readonly<Record<string, string | number>>,
  { language, signal }: GeoOptions,
) {
  const all = { lon, lat, lang: photonLanguage(language), ...parameters };
  return service.request({ url: serviceUrl(url, "reverse", all), read: readFeatures }, signal);
}

/** Languages of Photon's names; it refuses a request in another. */
const photonLanguages: readonly Language[] = ["en", "de", "fr"];

/** Language parameter for Photon; `default`, the local names, for a language that it lacks. */
function photonLanguage(language: Language): string {
  return photonLanguages.includes(language) ? language : "default";
}

function readFeatures(response: MapServiceResponse): GeoResult<readonly PhotonFeature[]> {
  if (response.status !== 200) return unavailable;
  const parsed = parseJson(response, photonResponseSchema);
  return parsed ? { ok: true, value: parsed.features } : unavailable;
}

function toAddresses(
  features: readonly PhotonFeature[],
  isSure: (address: GeoAddress) => boolean,
): GeoAddress[] {
  return features.flatMap((feature) => {
    const address = toAddress(feature, "medium");
    return address ? [isSure(address) ? { ...address, confidence: "high" } : address] : [];
  });
}

const text = v.optional(v.string(), "");

/** Parsed fields of a GeoJSON feature in Photon's response. */
const photonFeatureSchema = v.object({
  geometry: pointSchema,
  properties: v.object({
    /** `house`, `street`, `locality`, `district`, `city`, `county`, `state`, `country`, `other`. */
    type: text,
    name: text,
    street: text,
    housenumber: text,
    postcode: text,
    district: text,
    city: text,
    county: text,
    state: text,
    countrycode: text,
  }),
});

type PhotonFeature = v.InferOutput<typeof photonFeatureSchema>;

const photonResponseSchema = v.object({ features: v.array(photonFeatureSchema) });

/** Kinds of places by the names that the hosted provider uses, as OpenStreetMap's tags. */
const photonCategories: ReadonlyMap<string, string> = new Map([
  ["toilet", "amenity:toilets"],
  ["toilets", "amenity:toilets"],
  ["restroom", "amenity:toilets"],
  ["cafe", "amenity:cafe"],
  ["restaurant", "amenity:restaurant"],
  ["gas_station", "amenity:fuel"],
  ["pharmacy", "amenity:pharmacy"],
  ["hospital", "amenity:hospital"],
  ["parking", "amenity:parking"],
  ["train_station", "railway:station"],
  ["supermarket", "shop:supermarket"],
  ["shopping_mall", "shop:mall"],
  ["park", "leisure:park"],
]);

const maxTextCharacters = 200;

/** Address of a feature; null for one larger than a settlement. */
function toAddress(
  { geometry, properties }: PhotonFeature,
  confidence: GeoConfidence,
): GeoAddress | null {
  const precision = precisionOf(properties);
  if (precision === null) return null;
  const { name, street, housenumber, district, city, county, state } = properties;
  const [longitude, latitude] = geometry.coordinates;
  const isSettlement = precision === "settlement";
  const address: GeoAddress = {
    address_line1: precision === "street" ? name : [street, housenumber].filter(Boolean).join(" "),
    address_line2: precision === "district" ? name : isSettlement ? "" : ownNameOf(properties),
    place: isSettlement ? name : city || district,
    county: county || state,
    postcode: properties.postcode,
    country: /^[A-Za-z]{2}$/.test(properties.countrycode)
      ? properties.countrycode.toUpperCase()
      : "",
    latitude,
    longitude,
    confidence,
    precision,
  };
  return Object.values(address).every((value) => String(value).length <= maxTextCharacters)
    ? address
    : null;
}

const precisions: ReadonlyMap<string, GeoPrecision> = new Map([
  ["street", "street"],
  ["locality", "district"],
  ["district", "district"],
  ["city", "settlement"],
]);

function precisionOf(properties: PhotonFeature["properties"]): GeoPrecision | null {
  const { type, street, housenumber } = properties;
  if (housenumber !== "" && street !== "") return "address";
  if (type === "house") return street === "" ? "district" : "street";
  return precisions.get(type) ?? null;
}

/** Name of a shop or a building, which is at the address but is not an address itself. */
function ownNameOf({ type, name, street }: PhotonFeature["properties"]): string {
  return type === "house" && name !== street ? name : "";
}
