import type { Coordinates } from "#domain/coordinates.ts";
import { readRows } from "./read-rows.ts";

/** An area of which the border is known, to about 500 m. */
export interface Area {
  readonly kind: "country" | "county" | "city";
  readonly name: string;
  /** Of a city, its county; else empty. */
  readonly county: string;
  /** Closed: the last point is the first. */
  readonly ring: readonly Coordinates[];
}

/** Reads the areas that `basemap/build-gazetteer.ts` has made: Hungary, its counties, its larger cities. */
export function readAreas(path: string): Area[] {
  return readRows(path).map(parseRow);
}

function parseRow(row: readonly string[]): Area {
  const [kind, name, points, county] = row;
  if (kind !== "country" && kind !== "county" && kind !== "city") {
    throw new Error(`${kind} is no kind of area.`);
  }
  const degrees = points.split(" ").map(Number);
  const ring: Coordinates[] = [];
  for (let at = 0; at < degrees.length; at += 2) ring.push([degrees[at], degrees[at + 1]]);
  return { kind, name, county, ring };
}
