import { readRows } from "./read-rows.ts";

/** [lng, lat, lng, lat, …]. Closed: the last point is the first. */
type Ring = readonly number[];

/** The areas of which the border is known well enough to say by it where a point is. */
export interface Areas {
  /** To about 300 m. */
  readonly hungary: Ring;
  /** To about 500 m. */
  readonly budapest: Ring;
}

/** Reads the areas that `basemap/build-gazetteer.ts` has made. */
export function readAreas(path: string): Areas {
  const rings = new Map(
    readRows(path).map(([name, points]) => [name, points.split(" ").map(Number)]),
  );
  return { hungary: rings.get("HU") ?? [], budapest: rings.get("Budapest") ?? [] };
}
