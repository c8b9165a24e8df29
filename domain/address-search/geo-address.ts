import * as v from "valibot";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { described } from "#domain/validation/described.ts";

/** Confidence of the provider that this is the searched address. */
export const geoConfidences = ["exact", "high", "medium", "low"] as const;

export type GeoConfidence = (typeof geoConfidences)[number];

/**
 * Geo providers (docs/product#map-providers): `embedded` needs no service, `open` is public services,
 * `local` the operator's own extract, `mapbox` the hosted provider.
 */
const geoProviderNames = ["embedded", "open", "local", "mapbox"] as const;

export type GeoProviderName = (typeof geoProviderNames)[number];

/**
 * Precision of a found point, from the most exact: a house or a landmark, the middle of a street, of a part of a
 * settlement, or of a whole settlement.
 */
export const geoPrecisions = ["address", "street", "district", "settlement"] as const;

export type GeoPrecision = (typeof geoPrecisions)[number];

/** OpenStreetMap's value, so that an id of an earlier or a later version stays valid. */
const kindSchema = /* @__PURE__ */ (() =>
  described(v.string(), "of a landmark: value of its OpenStreetMap tag, such as station"))();

const approximateSchema = /* @__PURE__ */ (() =>
  described(
    v.literal(true),
    "the house is somewhere between two others, whose numbers are known",
  ))();

/** An address with its point (docs/product#address-of-a-position). Unknown texts are empty. */
export const geoAddressSchema = /* @__PURE__ */ (() =>
  v.object({
    address_line1: described(v.string(), "street and house number, or empty"),
    address_line2: described(v.string(), "a district or building, or empty"),
    place: described(v.string(), "the settlement"),
    county: v.string(),
    postcode: v.string(),
    country: described(v.string(), "ISO 3166-1 alpha-2, or empty"),
    latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
    longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    confidence: v.picklist(geoConfidences),
    precision: v.picklist(geoPrecisions),
    kind: v.optional(kindSchema),
    approximate: v.optional(approximateSchema),
  }))();

export type GeoAddress = DeepReadonly<v.InferOutput<typeof geoAddressSchema>>;

/** A shop, toilet or the like of the searched kind, with its address. */
export const geoCategoryPlaceSchema = /* @__PURE__ */ (() =>
  v.object({ name: v.string(), ...geoAddressSchema.entries }))();

export type GeoCategoryPlace = DeepReadonly<v.InferOutput<typeof geoCategoryPlaceSchema>>;

/** A suggestion for a text that is being typed; `GET /api/v1/geo/retrieve/{id}` returns its address. */
export const geoSuggestionSchema = /* @__PURE__ */ (() =>
  v.object({
    /** Only the provider that gave it can read it. */
    id: described(v.string(), "opaque id by which the address is retrieved"),
    /** `Kossuth Lajos utca 3.`, `Szeged`. */
    name: v.string(),
    /** `1053 Budapest`, `Csongrád-Csanád vármegye`. */
    detail: described(v.string(), "rest of the address; of a landmark first what it is"),
    precision: v.picklist(geoPrecisions),
    kind: v.optional(kindSchema),
    approximate: v.optional(approximateSchema),
    /** Same id as the address of the suggestion. */
    place_id: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.description("id of a place of this product; these come first"),
      ),
    ),
  }))();

export type GeoSuggestion = DeepReadonly<v.InferOutput<typeof geoSuggestionSchema>>;

/** The product's own places, as a kind of search result. */
export const ownPlaceKind = "toilet";
