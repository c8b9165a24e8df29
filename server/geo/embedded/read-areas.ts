import type { Coordinates } from "#domain/coordinates.ts";
import { readRows } from "./read-rows.ts";

/** Closed: the last point is the first. */
type Ring = readonly Coordinates[];

/** The areas of which the border is known well enough to say by it where a point is. */
export interface Areas {
  /** To about 300 m. */
  readonly hungary: Ring;
  /** To about 500 m. */
  readonly budapest: Ring;
}

/** Reads the areas that `basemap/build-gazetteer.ts` has made. */
export function readAreas(path: string): Areas {
  const rings = new Map(readRows(path).map(([name, points]) => [name, parseRing(points)]));
  return { hungary: rings.get("HU") ?? [], budapest: rings.get("Budapest") ?? [] };
}

function parseRing(points: string): Ring {
  const degrees = points.split(" ").map(Number);
  const ring: Coordinates[] = [];
  for (let at = 0; at < degrees.length; at += 2) ring.push([degrees[at], degrees[at + 1]]);
  return ring;
}
