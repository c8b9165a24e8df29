import * as v from "valibot";
import { parameter } from "#domain/validation/parse-query.ts";
import { type Coordinates, parseDecimals, roundDegrees } from "./coordinates.ts";

const degreesParameter = /* @__PURE__ */ (() =>
  parameter((text) => parseDecimals(text, 1)?.[0] ?? null))();

/** Longitude and latitude as separate parameters, in plain decimals. */
export const longitudeParameter = /* @__PURE__ */ (() =>
  v.pipe(degreesParameter, v.number(), v.minValue(-180), v.maxValue(180)))();
export const latitudeParameter = /* @__PURE__ */ (() =>
  v.pipe(degreesParameter, v.number(), v.minValue(-90), v.maxValue(90)))();

/** Longitude and latitude in a body: degrees, rounded to 6 decimals (docs/product#coordinates). */
export const longitudeField = v.pipe(
  v.number(),
  v.minValue(-180),
  v.maxValue(180),
  v.transform(roundDegrees),
);
export const latitudeField = v.pipe(
  v.number(),
  v.minValue(-90),
  v.maxValue(90),
  v.transform(roundDegrees),
);

/** Position in a body: `{ longitude, latitude }`. */
export const positionSchema = v.pipe(
  v.object({ latitude: latitudeField, longitude: longitudeField }),
  v.transform(({ longitude, latitude }): Coordinates => [longitude, latitude]),
  v.description("Position in WGS 84 degrees; other fields are ignored"),
);
