import * as v from "valibot";

/** A text that may be missing. */
export const textSchema = v.optional(v.nullish(v.string(), ""), "");

export const pointSchema = v.object({
  coordinates: v.tuple([
    v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  ]),
});

const namedSchema = v.optional(v.object({ name: textSchema }));

/** What lies around a feature, as the search box and the geocoder tell it. */
export const contextSchema = v.optional(
  v.object({
    country: v.optional(v.object({ name: textSchema, country_code: textSchema })),
    region: namedSchema,
    postcode: namedSchema,
    place: namedSchema,
    locality: namedSchema,
  }),
  {},
);

/** A feature of the search box or the geocoder. */
export const featureSchema = v.object({
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
