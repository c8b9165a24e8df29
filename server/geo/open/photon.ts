import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import { maxSuggestions } from "#domain/address-search/search-limits.ts";
import { type BoundingBox, formatBoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { startView as hungaryView } from "#domain/map/initial-view.ts";
import type { MapView } from "#domain/map/map-view.ts";
import type { Language } from "#domain/text/language.ts";
import {
  filterByScope,
  type GeoOptions,
  type GeoProvider,
  type GeoResult,
  type GeoSearchOptions,
} from "#server/geo/geo.ts";
import type { OutsideResponse, OutsideService } from "#server/geo/outside/outside-service.ts";
import { parseJson, serviceUrl } from "#server/geo/outside/service-call.ts";
import { parseAddressId, toSuggestion } from "#server/geo/suggestion.ts";
import {
  type PhotonFeature,
  photonCategories,
  photonResponseSchema,
  toAddress,
} from "./photon-response.ts";

export interface PhotonDeps {
  readonly service: OutsideService;
  /** URL of Photon's API, such as `https://photon.komoot.io`. */
  readonly url: string;
  /** View that a search prefers which names no point; Hungary's where left out. */
  readonly startView?: MapView;
}

type Geocoder = Pick<GeoProvider, "suggest" | "retrieve" | "search" | "category" | "reverse">;

const notFound = { ok: false, code: "notfound" } as const;
const unavailable = { ok: false, code: "unavailable" } as const;

/**
 * Zoom of the area that Photon prefers: about a town's surroundings.
 */
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
export function createPhotonGeocoder(deps: PhotonDeps): Geocoder {
  return {
    async suggest(text, options) {
      const found = await findByText(deps, text, options);
      if (!found.ok) return found;
      // A visitor who picks one of several suggestions has seen it: the address is as certain as
      // the point is exact.
      const addresses = filterByScope(
        toAddresses(found.value, ({ precision }) => precision === "address"),
        options,
      );
      const { language } = options;
      const value = addresses.map((one) => toSuggestion(one, { language, provider: "open" }));
      return { ok: true, value };
    },
    async retrieve(id) {
      const address = parseAddressId(id, "open");
      return address ? { ok: true, value: address } : notFound;
    },
    async search(text, options) {
      const found = await findByText(deps, text, options);
      if (!found.ok) return found;
      return {
        ok: true,
        value: filterByScope(
          toAddresses(found.value, () => false),
          options,
        ),
      };
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
      const address = mostExact(
        toAddresses(
          found.value,
          (one) => one.precision === "address" && metersTo(one, position) <= sameSpotMeters,
        ),
      );
      return address ? { ok: true, value: address } : notFound;
    },
  };
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
  const box = isPlainBox(bbox) ? formatBoundingBox(bbox) : null;
  const parameters = { q: text, limit: requested, lang, lon, lat, zoom, bbox: box };
  return service.request({ url: serviceUrl(url, "api", parameters), read: readFeatures }, signal);
}

/** Whether a box is one that Photon accepts: it must not cross the antimeridian. */
function isPlainBox(bbox: BoundingBox | null): bbox is BoundingBox {
  return bbox !== null && bbox.west <= bbox.east;
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

/**
 * Most exact of the addresses: an address before a street, and a street before anything else
 * (docs/product#address-of-a-position).
 */
function mostExact(addresses: readonly GeoAddress[]): GeoAddress | undefined {
  return (
    addresses.find(({ precision }) => precision === "address") ??
    addresses.find(({ precision }) => precision === "street") ??
    addresses[0]
  );
}

/** Languages of Photon's names that are ours too; it refuses a request in another. */
const photonLanguages: readonly Language[] = ["en", "de"];

/** Language parameter for Photon; `default`, the local names, for a language that it lacks. */
function photonLanguage(language: Language): string {
  return photonLanguages.includes(language) ? language : "default";
}

function readFeatures(response: OutsideResponse): GeoResult<readonly PhotonFeature[]> {
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

function metersTo({ longitude, latitude }: GeoAddress, position: Coordinates): number {
  return distanceMeters([longitude, latitude], position);
}
