import type { Coordinates } from "#domain/coordinates.ts";
import { readRows } from "./read-rows.ts";

/** A point in each of Budapest's districts, by Roman number. */
export function readDistrictPoints(path: string): Map<string, Coordinates> {
  return new Map(
    readRows(path).map(([roman, longitude, latitude]) => [
      roman,
      [Number(longitude), Number(latitude)],
    ]),
  );
}
