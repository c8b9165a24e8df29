import * as v from "valibot";
import type { GeoAddress, GeoSuggestion } from "#domain/address-search/geo-address.ts";
import type { GeoResult, GeoSearchOptions, RetrieveOptions } from "#server/geo/geo.ts";
import { type MapboxClient, mapboxScope, mapboxUrl, readJsonResponse } from "./mapbox-client.ts";
import { formatMapboxId, pointSchema, textSchema } from "./mapbox-response.ts";

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

const suggestSchema = v.object({
  suggestions: v.array(
    v.object({ ...addressFields, action: v.optional(v.object({ id: v.optional(v.string()) })) }),
  ),
});

const retrieveSchema = v.object({
  features: v.array(v.object({ geometry: pointSchema, properties: v.object(addressFields) })),
});

/** Finds the addresses that a text may mean; those that cannot be retrieved are left out. */
export function suggestAutofill(
  client: MapboxClient,
  text: string,
  options: GeoSearchOptions & { session: string },
): Promise<GeoResult<GeoSuggestion[]>> {
  const { signal, session } = options;
  const url = mapboxUrl(client, `autofill/v1/suggest/${encodeURIComponent(text)}`, {
    types: "address",
    streets: options.withStreets ?? true,
    session_token: session,
    ...mapboxScope(options),
  });
  const read = readJsonResponse(suggestSchema, ({ suggestions }) => ({
    ok: true,
    value: suggestions.flatMap(({ action, accuracy, ...fields }): GeoSuggestion[] => {
      if (!action?.id) return [];
      return [
        {
          id: formatMapboxId({ service: "autofill", session, id: action.id }),
          name: fields.address_line1 || fields.feature_name,
          detail: fields.description,
          precision: accuracy === "street" ? "street" : "address",
        },
      ];
    }),
  }));
  return client.service.request({ url, read }, signal);
}

export function retrieveAutofill(
  client: MapboxClient,
  { session, id }: { session: string; id: string },
  options: RetrieveOptions,
): Promise<GeoResult<GeoAddress>> {
  const { signal, near = null } = options;
  const path = `autofill/v1/retrieve/${encodeURIComponent(id)}`;
  const { language, country, bbox, proximity } = mapboxScope({ ...options, near });
  const scope = { language, country, bbox, proximity: near && proximity };
  const url = mapboxUrl(client, path, { session_token: session, ...scope });
  const read = readJsonResponse(
    retrieveSchema,
    ({ features: [feature] }): GeoResult<GeoAddress> => {
      if (!feature) return { ok: false, code: "notfound" };
      const { geometry, properties } = feature;
      const [longitude, latitude] = geometry.coordinates;
      return {
        ok: true,
        value: {
          address_line1: properties.address_line1 || properties.feature_name,
          address_line2: properties.address_line2,
          place: properties.address_level2,
          county: properties.address_level1,
          postcode: properties.postcode,
          country: (properties.metadata.iso_3166_1 ?? "").toUpperCase(),
          longitude,
          latitude,
          confidence: properties.match_code?.confidence ?? "low",
          precision: properties.accuracy === "street" ? "street" : "address",
        },
      };
    },
  );
  return client.service.request({ url, read }, signal);
}
