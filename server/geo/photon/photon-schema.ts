import * as v from "valibot";

const text = v.optional(v.string(), "");

/** What we read of one thing that Photon has found (its GeoJSON features). */
export const photonFeatureSchema = v.object({
  geometry: v.object({
    coordinates: v.tuple([
      v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
      v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
    ]),
  }),
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

export type PhotonFeature = v.InferOutput<typeof photonFeatureSchema>;

export const photonAnswerSchema = v.object({ features: v.array(photonFeatureSchema) });
