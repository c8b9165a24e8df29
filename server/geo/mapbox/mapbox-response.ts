import * as v from "valibot";
import type {
  GeoAddress,
  GeoConfidence,
  GeoPrecision,
} from "#domain/address-search/geo-address.ts";

/** Text that may be missing. */
export const textSchema = v.optional(v.nullish(v.string(), ""), "");

export const pointSchema = v.object({
  coordinates: v.tuple([
    v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  ]),
});

const namedSchema = v.optional(v.object({ name: textSchema }));

/**
 * Context of a feature (street, settlement, country), as the search box and the geocoder have it.
 */
const contextSchema = v.optional(
  v.object({
    country: v.optional(v.object({ name: textSchema, country_code: textSchema })),
    region: namedSchema,
    postcode: namedSchema,
    place: namedSchema,
    locality: namedSchema,
  }),
  {},
);

/** Feature of the search box or the geocoder. */
const featureSchema = v.object({
  geometry: pointSchema,
  properties: v.object({
    feature_type: textSchema,
    name: textSchema,
    address: textSchema,
    context: contextSchema,
  }),
});

export const featuresSchema = v.object({ features: v.array(featureSchema) });

export type MapboxFeature = v.InferOutput<typeof featureSchema>;

/** Precision of each of Mapbox's kinds of features; kinds larger than a settlement have none. */
const precisions: ReadonlyMap<string, GeoPrecision> = new Map([
  ["address", "address"],
  ["poi", "address"],
  ["street", "street"],
  ["neighborhood", "district"],
  ["postcode", "district"],
  ["locality", "settlement"],
  ["place", "settlement"],
]);

export function precisionOf(featureType: string): GeoPrecision | null {
  return precisions.get(featureType) ?? null;
}

/** Address of a feature; null for one larger than a settlement. */
export function toAddress(
  { geometry, properties }: MapboxFeature,
  confidence: GeoConfidence,
): GeoAddress | null {
  const { feature_type: type, name, address, context } = properties;
  const precision = precisionOf(type);
  if (precision === null) return null;
  const [longitude, latitude] = geometry.coordinates;
  const settlement = context.place?.name || context.locality?.name || "";
  return {
    address_line1: type === "poi" ? address : isStreet(precision) ? name : "",
    address_line2: type === "poi" || type === "neighborhood" ? name : "",
    place: precision === "settlement" ? name : settlement,
    county: context.region?.name ?? "",
    postcode: type === "postcode" ? name : (context.postcode?.name ?? ""),
    country: (context.country?.country_code ?? "").toUpperCase(),
    longitude,
    latitude,
    confidence,
    precision,
  };
}

function isStreet(precision: GeoPrecision): boolean {
  return precision === "address" || precision === "street";
}

/** Mapbox's two services of suggestions. */
type MapboxService = "autofill" | "searchbox";

/** Key by which a suggestion's address is retrieved. */
export interface MapboxId {
  readonly service: MapboxService;
  /** Session that joins the requests of a suggestion and its address; Mapbox counts sessions. */
  readonly session: string;
  /** Mapbox's own id. */
  readonly id: string;
}

const letters = { autofill: "a", searchbox: "s" } as const;

export function formatMapboxId({ service, session, id }: MapboxId): string {
  return `mapbox.${letters[service]}.${session}.${id}`;
}

/**
 * Parts of an id; null for a text that is not an id of ours, or that would lead to another path.
 */
export function parseMapboxId(text: string): MapboxId | null {
  const match = /^mapbox\.([as])\.([\w-]{8,64})\.([\w.~:=+/%-]{1,2000})$/.exec(text);
  if (!match) return null;
  const [, letter, session, id] = match;
  if (/^\.+$/.test(id)) return null;
  return { service: letter === "a" ? "autofill" : "searchbox", session, id };
}
