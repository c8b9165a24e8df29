import { gpx } from "@tmcw/togeojson";
import type { Track } from "#app/features/map/map-page-state.ts";
import { type Coordinates, isOnEarth, roundCoordinates } from "#domain/geography/coordinates.ts";
import { lineMeters } from "#domain/geography/shapes.ts";
import { simplifyLine } from "#domain/geography/simplify-line.ts";
import { maxLinePoints, maxWayMeters } from "#domain/way/way-plan.ts";

/** Limits of a file with a track. */
export const trackLimits = { bytes: 5 * 1024 * 1024, points: 100_000 } as const;

/** Why a file is not taken; messages in `way.track.fault`. */
export type TrackFault = "tooLarge" | "unreadable" | "noLine" | "tooManyPoints" | "tooLong";

export type ReadTrack =
  | { readonly ok: true; readonly track: Track }
  | { readonly ok: false; readonly fault: TrackFault };

/** Smallest tolerance of the simplification, in metres. */
const leastToleranceMeters = 2;

/**
 * Reads the lines of a GPX or GeoJSON file one after another, in as many points as the server takes. The file stays in
 * the browser.
 */
export async function readTrack(file: File): Promise<ReadTrack> {
  if (file.size > trackLimits.bytes) return { ok: false, fault: "tooLarge" };
  const text = (await file.text()).trim();
  const content = text.startsWith("<") ? parseGpx(text) : parseJson(text);
  if (content === null) return { ok: false, fault: "unreadable" };
  const points = linesOf(content).flat();
  if (points.length < 2) return { ok: false, fault: "noLine" };
  if (points.length > trackLimits.points) return { ok: false, fault: "tooManyPoints" };
  if (lineMeters(points) > maxWayMeters) return { ok: false, fault: "tooLong" };
  const line = simplified(points);
  return {
    ok: true,
    track: { name: `${file.name.slice(-maxNameLength)}~${digestOf(line)}`, line },
  };
}

const maxNameLength = 80;

/** Digest that tells files of the same name apart (FNV-1a). */
function digestOf(line: readonly Coordinates[]): string {
  let hash = 0x811c9dc5;
  for (const character of line.join()) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

function parseGpx(text: string): unknown {
  const parsed = new DOMParser().parseFromString(text, "text/xml");
  if (parsed.querySelector("parsererror") !== null || !parsed.querySelector("gpx")) return null;
  // A route beside a track is mostly the same way.
  if (parsed.querySelector("trk") !== null) {
    for (const route of parsed.querySelectorAll("rte")) route.remove();
  }
  return gpx(parsed);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The lines of any GeoJSON object, without points that are not on the earth. */
function linesOf(object: unknown): Coordinates[][] {
  if (typeof object !== "object" || object === null) return [];
  const { features, geometry, geometries, type, coordinates } = object as Record<string, unknown>;
  const parts = [features, geometries].flatMap((list) => (Array.isArray(list) ? list : []));
  if (parts.length > 0) return parts.flatMap(linesOf);
  if (geometry) return linesOf(geometry);
  if (!Array.isArray(coordinates)) return [];
  if (type === "LineString") return [pointsOf(coordinates)];
  return type === "MultiLineString" ? coordinates.map((line) => pointsOf(line)) : [];
}

function pointsOf(line: unknown): Coordinates[] {
  if (!Array.isArray(line)) return [];
  return line.flatMap((point): Coordinates[] => {
    const [longitude, latitude] = Array.isArray(point) ? point : [];
    const isPoint = Number.isFinite(longitude) && Number.isFinite(latitude);
    const isOne = isPoint && isOnEarth([longitude, latitude]);
    // Further decimals would make the line too large to be sent.
    return isOne ? [roundCoordinates([longitude, latitude])] : [];
  });
}

/** Number of points that are simplified at once: the time for them may grow with its square. */
const pieceLength = 500;

function simplified(points: readonly Coordinates[]): Coordinates[] {
  let line = points;
  for (let meters = leastToleranceMeters; ; meters *= 2) {
    const pieces = Math.ceil((line.length - 1) / pieceLength);
    const kept = Array.from({ length: pieces }, (_, piece) => {
      const from = piece * pieceLength;
      const part = simplifyLine(line.slice(from, from + pieceLength + 1).flat(), meters);
      // The next piece begins where this one ends.
      return part.slice(piece === 0 ? 0 : 2);
    }).flat();
    line = Array.from({ length: kept.length / 2 }, (_, at) => [kept[2 * at], kept[2 * at + 1]]);
    if (line.length <= maxLinePoints) return [...line];
  }
}
