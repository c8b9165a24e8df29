import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import * as v from "valibot";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import { simplifyLine } from "#domain/geography/simplify-line.ts";
import { boundsOf } from "#server/geometry/bounds.ts";
import { isRing, type Line } from "#server/geometry/line.ts";

/** Border of the operator's area, for browsers (docs/product#border). */
export interface SiteBorder {
  /** Simplified rings of areas and of their holes; each ends where it began. */
  readonly rings: readonly Line[];
  readonly box: BoundingBox;
  /** The rings as a GeoJSON MultiLineString. */
  readonly json: string;
  /** Its path, with a hash of the content. */
  readonly path: string;
}

/** Path of the border. */
export const borderPath = "/border.json";

/** Size of the border's file, at most, in bytes: it is read at the start, as a whole. */
const maxFileBytes = 20 * 1024 * 1024;

/** Size of the border as it is sent, at most, in bytes after gzip. */
export const maxSentBytes = 20 * 1024;

/** Tolerance that is invisible on a street map; it is doubled as long as the border is too large. */
const finestToleranceMeters = 3;

/** Decimals of degrees in the sent border: a metre. */
const sentDecimals = 5;

const position = v.pipe(
  v.array(v.number()),
  v.check(
    ([longitude, latitude]) => Math.abs(longitude ?? 181) <= 180 && Math.abs(latitude ?? 91) <= 90,
  ),
);
const ring = v.pipe(
  v.array(position),
  // A height is left out.
  v.transform((positions) => positions.flatMap(([longitude, latitude]) => [longitude, latitude])),
  v.check((line: number[]) => isRing(line)),
);
const polygon = v.pipe(v.array(ring), v.minLength(1));
const area = v.variant("type", [
  v.object({ type: v.literal("Polygon"), coordinates: polygon }),
  v.object({
    type: v.literal("MultiPolygon"),
    coordinates: v.pipe(v.array(polygon), v.minLength(1)),
  }),
]);

/**
 * Reads the file of `SITE_BORDER`: GeoJSON (RFC 7946), a Polygon or MultiPolygon, a Feature of one, or a
 * FeatureCollection with exactly one.
 *
 * @throws {Error} with one clear line where it cannot be read or is not the border of one area
 */
export function readSiteBorder(path: string): SiteBorder {
  const refuse = (reason: string, cause?: unknown) =>
    new Error(`SITE_BORDER is '${path}': ${reason}.`, { cause });
  let text: string;
  try {
    if (statSync(path).size > maxFileBytes) {
      throw refuse(`it must have at most ${maxFileBytes / 1024 / 1024} MB`);
    }
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw refuse(`it can't be read (${error.code})`, error);
  }
  const rings = readRings(text);
  if (rings === null) {
    throw refuse("it must be GeoJSON with the border of one area, a Polygon or MultiPolygon");
  }
  return borderOf(rings);
}

/** Outlines in a GeoJSON text; null where it is not the border of one area. */
function readRings(text: string): number[][] | null {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
  const areas = geometriesIn(content).filter(
    (geometry) => isObject(geometry) && /Polygon$/.test(String(geometry.type)),
  );
  const parsed = v.safeParse(area, areas[0]);
  if (areas.length !== 1 || !parsed.success) return null;
  const { output } = parsed;
  return output.type === "Polygon" ? output.coordinates : output.coordinates.flat();
}

/** Geometries of a GeoJSON object. Points, such as the label of an area, are allowed beside it. */
function geometriesIn(content: unknown): unknown[] {
  if (!isObject(content)) return [];
  if (content.type === "Feature") return [content.geometry];
  if (content.type !== "FeatureCollection") return [content];
  return Array.isArray(content.features) ? content.features.flatMap(geometriesIn) : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** The border of rings, as fine as it may be sent. */
export function borderOf(rings: readonly Line[]): SiteBorder {
  const [west, south, east, north] = boundsOf(rings);
  let sent = rings;
  for (let toleranceMeters = finestToleranceMeters; ; toleranceMeters *= 2) {
    // The simplified rings are simplified further: from the original each time, a long border would take seconds.
    sent = simplifyRings(sent, toleranceMeters);
    const coordinates = sent.map(toPositions);
    const json = JSON.stringify({ type: "MultiLineString", coordinates });
    if (gzipSync(json).byteLength > maxSentBytes) continue;
    const digest = createHash("sha256").update(json).digest("hex").slice(0, 12);
    const path = `${borderPath}?v=${digest}`;
    return { rings: sent, box: { west, south, east, north }, json, path };
  }
}

/** Simplified rings. One that shrinks to a line is left out, except the one with the most points. */
function simplifyRings(rings: readonly Line[], toleranceMeters: number): Line[] {
  const scale = 10 ** sentDecimals;
  const simplified = rings
    .map((ring) => simplifyLine(ring, toleranceMeters))
    .map((ring) => ring.map((degrees) => Math.round(degrees * scale) / scale));
  const valid = simplified.filter(isRing);
  const longest = rings.reduce((one, other) => (other.length > one.length ? other : one));
  return valid.length > 0 ? valid : [longest.slice(0, 6).concat(longest.slice(0, 2))];
}

function toPositions(line: Line): [number, number][] {
  return Array.from({ length: line.length / 2 }, (_, at) => [line[2 * at], line[2 * at + 1]]);
}
