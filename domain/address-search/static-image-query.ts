import * as v from "valibot";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { latitudeParameter, longitudeParameter } from "#domain/geography/position-schema.ts";
import { count, flag, parameter } from "#domain/validation/parse-query.ts";
import {
  defaultStaticImageZoom,
  maxStaticImagePixels,
  maxStaticImageZoom,
} from "./search-limits.ts";

/** A picture of the map around a point. */
export interface StaticImageView {
  readonly center: Coordinates;
  /** 0…22, of tiles of 512 pixels, as MapLibre counts. */
  readonly zoom: number;
  /** CSS pixels, 1…1280. */
  readonly width: number;
  readonly height: number;
  readonly theme: "light" | "dark";
  /** Twice the pixels, for dense screens. */
  readonly isRetina: boolean;
}

/**
 * Maximum of `width` and `height` in a query; values above the limit of a picture are cut down to that limit.
 */
const maxRequestedPixels = 10_000;

const pixels = v.optional(
  v.pipe(
    count(maxRequestedPixels),
    v.description(`cut down to ${maxStaticImagePixels}`),
    v.transform((requested) => Math.min(requested, maxStaticImagePixels)),
  ),
  String(maxStaticImagePixels),
);

/** Parameters of a picture; `width` and `height` are cut down (docs/product#picture-of-a-position). */
export const staticImageQuerySchema = v.pipe(
  v.object({
    lng: longitudeParameter,
    lat: latitudeParameter,
    zoom: v.optional(
      v.pipe(
        parameter((text) => (/^\d{1,2}(\.\d{1,3})?$/.test(text) ? Number(text) : null)),
        v.number(),
        v.minValue(0),
        v.maxValue(maxStaticImageZoom),
      ),
      String(defaultStaticImageZoom),
    ),
    width: pixels,
    height: pixels,
    theme: v.optional(v.picklist(["light", "dark"]), "light"),
    retina: flag("twice the pixels"),
  }),
  v.transform(
    ({ lng, lat, retina = false, ...picture }): StaticImageView => ({
      center: [lng, lat],
      ...picture,
      isRetina: retina,
    }),
  ),
);
