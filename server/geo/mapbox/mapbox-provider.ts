import { randomUUID } from "node:crypto";
import * as v from "valibot";
import type {
  GeoAddress,
  GeoCategoryPlace,
  GeoSuggestion,
} from "#domain/address-search/geo-address.ts";
import type { StaticImageView } from "#domain/address-search/geo-queries.ts";
import { maxSuggestions } from "#domain/address-search/search-limits.ts";
import type { Correction } from "#domain/feedback/correction.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { searchKey } from "#domain/text/search-key.ts";
import { type Directions, type DirectionsStep, obstaclesOf } from "#domain/walking/directions.ts";
import {
  type GeoOptions,
  type GeoProvider,
  type GeoResult,
  type GeoSearchOptions,
  notFound,
  type RetrieveOptions,
  type StaticImage,
  unavailable,
  type WalkingOptions,
} from "#server/geo/geo.ts";
import {
  type MapServiceResponse,
  pointSchema,
  type QueryParameters,
  serviceUrl,
} from "#server/geo/map-service/map-service.ts";
import {
  featuresSchema,
  fetchMapbox,
  formatMapboxId,
  type MapboxClient,
  type MapboxId,
  mapboxScope,
  mapboxStyles,
  mapboxTravel,
  mapboxUrl,
  parseMapboxId,
  precisionOf,
  textSchema,
  toAddress,
} from "./mapbox-client.ts";

/** Hosted provider Mapbox (docs/decisions/009). Its responses are not cached. */
export function createMapboxProvider(client: MapboxClient): GeoProvider {
  const retrieve = async (id: string, options: RetrieveOptions) => {
    const parsed = parseMapboxId(id);
    if (!parsed) return notFound;
    if (parsed.service === "autofill") return retrieveAddress(client, parsed, options);
    const { language, signal } = options;
    const path = `retrieve/${encodeURIComponent(parsed.id)}`;
    return fetchFeature(client, path, { session_token: parsed.session, language }, signal);
  };
  const suggest: GeoProvider["suggest"] = async (text, options) => {
    const session = options.sessionToken ?? randomUUID();
    const [addresses, settlements] = await Promise.all([
      suggestAddresses(client, text, { ...options, session }),
      suggestSettlements(client, text, { ...options, session }),
    ]);
    const merged = mergeSuggestions(text, addresses, settlements);
    const limit = options.limit ?? maxSuggestions;
    return merged.ok ? { ok: true, value: merged.value.slice(0, limit) } : merged;
  };
  return {
    name: "mapbox",
    suggest,
    retrieve,
    async search(text, options) {
      const suggested = await suggest(text, options);
      if (!suggested.ok) return suggested;
      if (suggested.value.length === 0) return { ok: true, value: [] };
      const address = await retrieve(suggested.value[0].id, options);
      return address.ok ? { ok: true, value: [address.value] } : address;
    },
    category: (category, options) => findCategory(client, category, options),
    async reverse(position, options) {
      const address = await reverseGeocode(client, position, options);
      if (address.ok || address.code !== "notfound") return address;
      const [longitude, latitude] = position;
      const { language, signal } = options;
      return fetchFeature(client, "reverse", { longitude, latitude, language }, signal);
    },
    directions: (from, to, options) => findWalkingRoute(client, [from, to], options),
    staticImage: (view, options) => drawStaticImage(client, view, options),
    correct: (correction, senderEmail) => sendCorrection(client, correction, senderEmail),
  };
}

/** Settlements whose names begin like the text, then addresses, then the other settlements. */
function mergeSuggestions(
  text: string,
  addresses: GeoResult<readonly GeoSuggestion[]>,
  settlements: GeoResult<readonly GeoSuggestion[]>,
): GeoResult<readonly GeoSuggestion[]> {
  if (!addresses.ok && !settlements.ok) return addresses;
  const key = searchKey(text);
  const found = settlements.ok ? settlements.value : [];
  const isMeant = ({ name }: GeoSuggestion) => searchKey(name).startsWith(key);
  const merged = [
    ...found.filter(isMeant),
    ...(addresses.ok ? addresses.value : []),
    ...found.filter((suggestion) => !isMeant(suggestion)),
  ];
  return { ok: true, value: merged };
}

/** Picture of the map; Mapbox's marks stay on it. */
function drawStaticImage(
  client: MapboxClient,
  { center, zoom, width, height, theme, isRetina }: StaticImageView,
  { signal }: GeoOptions,
): Promise<GeoResult<StaticImage>> {
  const view = `${center.join(",")},${zoom},0`;
  const size = `${width}x${height}${isRetina ? "@2x" : ""}`;
  const url = mapboxUrl(client, `styles/v1/${mapboxStyles[theme]}/static/${view}/${size}`);
  const read = ({ status, type, bytes }: MapServiceResponse): GeoResult<StaticImage> =>
    status === 200 && type.startsWith("image/")
      ? { ok: true, value: { bytes, type } }
      : unavailable;
  return client.service.request({ url, read }, signal);
}

/** Sends a correction to Mapbox's contribution service (docs/product#correction). */
function sendCorrection(
  { service, contributeUrl, accessToken }: MapboxClient,
  correction: Correction,
  senderEmail: string | null,
): Promise<GeoResult<null>> {
  const { action, reason, location, changes, placeName } = correction;
  return service.request({
    url: serviceUrl(contributeUrl, "v1/edit-suggestion/address", { access_token: accessToken }),
    body: { action, reason, location, userEmail: senderEmail, changes, placeName },
    read: ({ status }) => (status >= 200 && status < 300 ? { ok: true, value: null } : unavailable),
  });
}

/** Maximum distance of an address that is the point's own. */
const sameSpotMeters = 25;

/** Address at a point, or its street where no address is found (docs/product#address-of-a-position). */
function reverseGeocode(
  client: MapboxClient,
  position: Coordinates,
  { language, signal }: GeoOptions,
): Promise<GeoResult<GeoAddress>> {
  const [longitude, latitude] = position;
  const parameters = { longitude, latitude, types: "address,street", language };
  return fetchMapbox(client, "search/geocode/v6/reverse", parameters, {
    schema: featuresSchema,
    toResult: ({ features }): GeoResult<GeoAddress> => {
      const ofType = (type: string) =>
        features.find(({ properties }) => properties.feature_type === type);
      const house = ofType("address");
      const isSameSpot =
        house && distanceMeters(house.geometry.coordinates, position) <= sameSpotMeters;
      const feature = house ?? ofType("street");
      const address = feature && toAddress(feature, isSameSpot ? "high" : "medium");
      return address ? { ok: true, value: address } : notFound;
    },
    signal,
  });
}

const addressFields = {
  accuracy: textSchema,
  feature_name: textSchema,
  description: textSchema,
  address_line1: textSchema,
  address_line2: textSchema,
  /** Region and settlement, after the autofill fields of HTML. */
  address_level1: textSchema,
  address_level2: textSchema,
  postcode: textSchema,
  metadata: v.optional(v.object({ iso_3166_1: textSchema }), {}),
  match_code: v.optional(
    v.object({ confidence: v.fallback(v.picklist(["exact", "high", "medium", "low"]), "low") }),
  ),
};

const suggestedAddressesSchema = v.object({
  suggestions: v.array(
    v.object({ ...addressFields, action: v.optional(v.object({ id: v.optional(v.string()) })) }),
  ),
});

const retrievedAddressSchema = v.object({
  features: v.array(v.object({ geometry: pointSchema, properties: v.object(addressFields) })),
});

type InSession = GeoSearchOptions & { readonly session: string };

/** Finds the addresses that a text may mean; those that cannot be retrieved are left out. */
function suggestAddresses(
  client: MapboxClient,
  text: string,
  options: InSession,
): Promise<GeoResult<GeoSuggestion[]>> {
  const { signal, session } = options;
  const parameters = {
    types: "address",
    streets: options.withStreets ?? true,
    session_token: session,
    ...mapboxScope(options),
  };
  return fetchMapbox(client, `autofill/v1/suggest/${encodeURIComponent(text)}`, parameters, {
    schema: suggestedAddressesSchema,
    toResult: ({ suggestions }) => ({
      ok: true,
      value: suggestions.flatMap(({ action, accuracy, ...fields }): GeoSuggestion[] => {
        if (!action?.id) return [];
        const id = formatMapboxId({ service: "autofill", session, id: action.id });
        const name = fields.address_line1 || fields.feature_name;
        return [{ id, name, detail: fields.description, precision: precisionBy(accuracy) }];
      }),
    }),
    signal,
  });
}

function precisionBy(accuracy: string) {
  return accuracy === "street" ? "street" : "address";
}

function retrieveAddress(
  client: MapboxClient,
  { session, id }: MapboxId,
  options: RetrieveOptions,
): Promise<GeoResult<GeoAddress>> {
  const { signal, near = null } = options;
  const { language, country, bbox, proximity } = mapboxScope({ ...options, near });
  const scope = { language, country, bbox, proximity: near && proximity };
  const parameters = { session_token: session, ...scope };
  return fetchMapbox(client, `autofill/v1/retrieve/${encodeURIComponent(id)}`, parameters, {
    schema: retrievedAddressSchema,
    toResult: ({ features: [feature] }): GeoResult<GeoAddress> => {
      if (!feature) return notFound;
      const { geometry, properties } = feature;
      const [longitude, latitude] = geometry.coordinates;
      const value = {
        address_line1: properties.address_line1 || properties.feature_name,
        address_line2: properties.address_line2,
        place: properties.address_level2,
        county: properties.address_level1,
        postcode: properties.postcode,
        country: (properties.metadata.iso_3166_1 ?? "").toUpperCase(),
        longitude,
        latitude,
        confidence: properties.match_code?.confidence ?? "low",
        precision: precisionBy(properties.accuracy),
      } as const;
      return { ok: true, value };
    },
    signal,
  });
}

const searchBox = "search/searchbox/v1";

/** Types that the address service lacks: towns and their parts. */
const settlementTypes = "place,locality,neighborhood";

const suggestedSettlementsSchema = v.object({
  suggestions: v.array(
    v.object({
      name: textSchema,
      mapbox_id: v.string(),
      feature_type: textSchema,
      place_formatted: textSchema,
    }),
  ),
});

/** Finds the settlements, and parts of them, that a text may mean. */
function suggestSettlements(
  client: MapboxClient,
  text: string,
  options: InSession,
): Promise<GeoResult<GeoSuggestion[]>> {
  const { signal, session } = options;
  const parameters = {
    ...{ q: text, session_token: session, types: settlementTypes },
    ...mapboxScope(options),
    ...mapboxTravel(options),
  };
  return fetchMapbox(client, `${searchBox}/suggest`, parameters, {
    schema: suggestedSettlementsSchema,
    toResult: ({ suggestions }) => ({
      ok: true,
      value: suggestions.flatMap((suggestion): GeoSuggestion[] => {
        const precision = precisionOf(suggestion.feature_type);
        if (precision === null) return [];
        const id = formatMapboxId({ service: "searchbox", session, id: suggestion.mapbox_id });
        return [{ id, name: suggestion.name, detail: suggestion.place_formatted, precision }];
      }),
    }),
    signal,
  });
}

/** Finds the places of a category of Mapbox's catalogue. */
function findCategory(
  client: MapboxClient,
  category: string,
  options: GeoSearchOptions,
): Promise<GeoResult<GeoCategoryPlace[]>> {
  const parameters = { ...mapboxScope(options), limit: options.limit ?? null };
  return fetchMapbox(client, `${searchBox}/category/${encodeURIComponent(category)}`, parameters, {
    schema: featuresSchema,
    toResult: ({ features }) => ({
      ok: true,
      value: features.flatMap((feature): GeoCategoryPlace[] => {
        const address = toAddress(feature, "medium");
        return address ? [{ ...address, name: feature.properties.name }] : [];
      }),
    }),
    signal: options.signal,
  });
}

/** Fetches a feature of any kind, by its id or its point. */
function fetchFeature(
  client: MapboxClient,
  path: string,
  parameters: QueryParameters,
  signal: AbortSignal,
): Promise<GeoResult<GeoAddress>> {
  return fetchMapbox(client, `${searchBox}/${path}`, parameters, {
    schema: featuresSchema,
    toResult: ({ features }): GeoResult<GeoAddress> => {
      const [address] = features.flatMap((feature) => toAddress(feature, "medium") ?? []);
      return address ? { ok: true, value: address } : notFound;
    },
    signal,
  });
}

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));

const stepSchema = v.object({
  distance: amount,
  mode: v.optional(v.string()),
  name: v.optional(v.string(), ""),
  maneuver: v.object({
    instruction: v.string(),
    type: v.optional(v.string()),
    modifier: v.optional(v.string(), ""),
  }),
});

type MapboxStep = v.InferOutput<typeof stepSchema>;

const routeSchema = v.object({
  distance: amount,
  duration: amount,
  geometry: v.object({
    coordinates: v.pipe(v.array(v.tuple([v.number(), v.number()])), v.minLength(2)),
  }),
  legs: v.array(v.object({ steps: v.array(stepSchema) })),
});

const directionsSchema = v.object({
  code: v.string(),
  routes: v.optional(v.array(routeSchema), []),
});

/** Preference for walkways, from -1 (avoid) to 1 (prefer). */
const walkwayBias = 1;

/** Codes of a response without a route: none exists, or no way is near one of its ends. */
const noWayCodes: ReadonlySet<string> = new Set(["NoRoute", "NoSegment"]);

const profiles = { foot: "walking", bicycle: "cycling", car: "driving" } as const;

/** Finds the way, with Mapbox's own instructions in the language of the call. */
function findWalkingRoute(
  client: MapboxClient,
  ends: readonly Coordinates[],
  { language, signal, by = "foot" }: WalkingOptions,
): Promise<GeoResult<Directions>> {
  const path = `directions/v5/mapbox/${profiles[by]}/${ends.map((end) => end.join(",")).join(";")}`;
  const parameters = {
    steps: true,
    ...(by === "foot" && { walkway_bias: walkwayBias }),
    overview: "full",
    language,
    geometries: "geojson",
  };
  return fetchMapbox(client, path, parameters, {
    schema: directionsSchema,
    toResult: ({ code, routes: [route] }): GeoResult<Directions> => {
      if (noWayCodes.has(code)) return notFound;
      if (code !== "Ok" || !route) return unavailable;
      const steps = (route.legs[0]?.steps ?? []).map(toStep);
      const obstacles = obstaclesOf(steps);
      return {
        ok: true,
        value: {
          kind: "route",
          geometry: { type: "LineString", coordinates: route.geometry.coordinates },
          distance: Math.round(route.distance),
          duration: Math.round(route.duration),
          ...(obstacles.length > 0 && { obstacles }),
          steps_unknown: true,
          steps,
        },
      };
    },
    signal,
  });
}

function toStep({ distance, mode, name, maneuver }: MapboxStep): DirectionsStep {
  const { instruction, type, modifier } = maneuver;
  const turn = type === "arrive" ? undefined : turns.get(modifier);
  return {
    instruction,
    distance: Math.round(distance),
    ...(name !== "" && { street: name }),
    ...(turn !== undefined && { turn }),
    ...(mode === "ferry" && { obstacle: mode }),
  };
}

/** Mapbox's modifiers of manoeuvres, in degrees to the right. */
const turns: ReadonlyMap<string, number> = new Map([
  ["straight", 0],
  ["slight right", 45],
  ["right", 90],
  ["sharp right", 135],
  ["uturn", 180],
  ["sharp left", -135],
  ["left", -90],
  ["slight left", -45],
]);
