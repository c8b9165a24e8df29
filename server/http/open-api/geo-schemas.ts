import { geoPrecisions } from "#domain/address-search/geo-address.ts";

const precision = { type: "string", enum: [...geoPrecisions] } as const;

const line = {
  type: "object",
  description: "a GeoJSON LineString",
  required: ["type", "coordinates"],
  properties: { type: { const: "LineString" }, coordinates: { type: "array" } },
} as const;

const addressProperties = {
  address_line1: { type: "string", description: "street and house number, or empty" },
  address_line2: { type: "string", description: "a district or building, or empty" },
  place: { type: "string", description: "the settlement" },
  county: { type: "string" },
  postcode: { type: "string" },
  country: { type: "string", description: "ISO 3166-1 alpha-2, or empty" },
  latitude: { type: "number", minimum: -90, maximum: 90 },
  longitude: { type: "number", minimum: -180, maximum: 180 },
  confidence: { type: "string", enum: ["exact", "high", "medium", "low"] },
  precision,
} as const;

/** The JSON schemas of the map's answers. */
export const openApiGeoSchemas = {
  GeoSuggestions: {
    type: "array",
    items: {
      type: "object",
      required: ["id", "name", "detail", "precision"],
      properties: {
        id: { type: "string", description: "opaque id by which the address is retrieved" },
        name: { type: "string" },
        detail: { type: "string", description: "rest of the address" },
        precision,
        place_id: {
          type: "integer",
          description: "id of a place of this product; these come first",
        },
      },
    },
  },
  GeoAddress: {
    type: "object",
    required: Object.keys(addressProperties),
    properties: addressProperties,
  },
  GeoAddresses: { type: "array", items: { $ref: "#/components/schemas/GeoAddress" } },
  GeoCategoryPlaces: {
    type: "array",
    items: {
      type: "object",
      required: ["name", ...Object.keys(addressProperties)],
      properties: { name: { type: "string" }, ...addressProperties },
    },
  },
  Directions: {
    oneOf: [
      {
        type: "object",
        required: ["kind", "geometry", "distance", "duration", "steps"],
        properties: {
          kind: { const: "route" },
          geometry: line,
          distance: { type: "number", description: "metres" },
          duration: { type: "number", description: "seconds" },
          steps: {
            type: "array",
            items: {
              type: "object",
              required: ["instruction", "distance"],
              properties: { instruction: { type: "string" }, distance: { type: "number" } },
            },
          },
        },
      },
      {
        type: "object",
        description: "straight line, where the streets are not known",
        required: ["kind", "geometry", "distance", "bearing", "steps"],
        properties: {
          kind: { const: "straight" },
          geometry: line,
          distance: { type: "number", description: "metres over the ground" },
          bearing: { type: "number", description: "degrees clockwise from north" },
          steps: { type: "array", maxItems: 0 },
        },
      },
    ],
  },
} as const;
