import type { Coordinates } from "#domain/coordinates.ts";
import { isInside } from "#domain/geo/is-inside.ts";
import { boundsOf } from "../geometry/line.ts";
import { simplifyLine } from "../geometry/simplify-line.ts";
import type { ExtractGeometry, KeptRelation } from "./extract-geometry.ts";
import type { Area } from "./settlement.ts";
import { isBoundary } from "./wanted-elements.ts";

/** An administrative area that the file holds whole. */
export interface AdministrativeArea extends Area {
  readonly relation: KeptRelation;
  /** 2 country, 4–6 county, 7 and 8 settlement, 9 and 10 part of one. */
  readonly level: number;
}

/** Much less than anyone sees, and a tenth of the points. */
const toleranceMeters = 10;

export function findAreas(geometry: ExtractGeometry): AdministrativeArea[] {
  return geometry.relations.flatMap((relation) => {
    if (!isBoundary(relation.tags)) return [];
    const whole = geometry.rings(relation);
    if (whole === null) return [];
    const rings = whole.map((ring) => simplifyLine(ring, toleranceMeters));
    return [{ relation, level: Number(relation.tags.admin_level), rings, bounds: boundsOf(rings) }];
  });
}

export function contains({ rings, bounds }: Area, point: Coordinates): boolean {
  const [west, south, east, north] = bounds;
  const [longitude, latitude] = point;
  if (longitude < west || longitude > east || latitude < south || latitude > north) return false;
  return isInside(rings, point);
}
