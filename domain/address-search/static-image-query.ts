import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { FieldFault } from "#domain/reading/field-reader.ts";
import { QueryReader } from "#domain/reading/query-reader.ts";
import { defaultStaticImageZoom, maxStaticImagePixels, maxStaticImageZoom } from "./geo-address.ts";
import { readPosition } from "./geo-queries.ts";

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
const maxAskedPixels = 10_000;

/**
 * Reads `lng`, `lat`, `zoom` (16 when absent), `width` and `height` (each cut down to 1280 pixels;
 * docs/product#picture-of-a-position), `theme` (`light` when absent) and the flag `retina`.
 */
export function parseStaticImageQuery(
  params: URLSearchParams,
): { ok: true; query: StaticImageView } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const readPixels = (name: string) =>
    Math.min(reader.readCount(name, maxAskedPixels, maxStaticImagePixels), maxStaticImagePixels);
  const query: StaticImageView = {
    center: readPosition(reader, params),
    zoom: reader.read("zoom", parseZoom, defaultStaticImageZoom),
    width: readPixels("width"),
    height: readPixels("height"),
    theme: reader.read("theme", parseTheme, "light"),
    isRetina: reader.readFlag("retina"),
  };
  const faults = reader.faults({ ignoreUnknownParameters: false });
  return faults.length === 0 ? { ok: true, query } : { ok: false, faults };
}

function parseZoom(text: string): number | null {
  if (!/^\d{1,2}(\.\d{1,3})?$/.test(text)) return null;
  const zoom = Number(text);
  return zoom <= maxStaticImageZoom ? zoom : null;
}

function parseTheme(text: string): "light" | "dark" | null {
  return text === "light" || text === "dark" ? text : null;
}
