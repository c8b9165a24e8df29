import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { isInside } from "#domain/geography/shapes.ts";
import { type Bounds, boundsAround } from "#server/geometry/bounds.ts";
import type { Line } from "#server/geometry/line.ts";

/** OpenStreetMap's kinds of parts of settlements. */
export const partKinds = ["borough", "suburb", "quarter", "neighbourhood"] as const;

export interface Outline {
  readonly rings: readonly Line[];
  readonly bounds: Bounds;
}

export function contains({ rings, bounds }: Outline, point: Coordinates): boolean {
  const [west, south, east, north] = bounds;
  const [longitude, latitude] = point;
  if (longitude < west || longitude > east || latitude < south || latitude > north) return false;
  return isInside(rings, point);
}

/** Fields of a settlement that the locator needs. */
export interface LocatedSettlement {
  readonly kind: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly area: Outline | null;
}

/** Assumed reach of a settlement without an outline, in metres. */
const reachMeters: Readonly<Record<string, number>> = {
  city: 15_000,
  town: 8_000,
  village: 4_000,
  hamlet: 2_000,
};
const leastReachMeters = 1_000;

/** Locator that finds the settlement of a point; it takes settlements only, not their parts. */
export class SettlementLocator<Settlement extends LocatedSettlement> {
  readonly #areas = new BoundsGrid<{ readonly settlement: Settlement; readonly area: Outline }>();
  readonly #points = new BoundsGrid<Settlement>();

  constructor(settlements: Iterable<Settlement>) {
    for (const settlement of settlements) {
      const { area } = settlement;
      if (area) this.#areas.add({ settlement, area }, area.bounds);
      this.#points.add(settlement, reachOf(settlement));
    }
  }

  /** Settlement with the smallest outline around the point, else the nearest by its size, or null. */
  find(point: Coordinates): Settlement | null {
    return this.#findByArea(point) ?? this.#findByDistance(point);
  }

  #findByArea(point: Coordinates): Settlement | null {
    const around = this.#areas.around(point).filter(({ area }) => contains(area, point));
    const smallest = around.reduce<(typeof around)[number] | null>(
      (best, one) => (best && extent(best.area) <= extent(one.area) ? best : one),
      null,
    );
    return smallest?.settlement ?? null;
  }

  #findByDistance(point: Coordinates): Settlement | null {
    let nearest: Settlement | null = null;
    // Distance as a share of the settlement's reach.
    let least = 1;
    for (const settlement of this.#points.around(point)) {
      const { longitude, latitude, kind } = settlement;
      const distance = distanceMeters(point, [longitude, latitude]) / reachOfKind(kind);
      if (distance > least) continue;
      nearest = settlement;
      least = distance;
    }
    return nearest;
  }
}

function reachOfKind(kind: string): number {
  return reachMeters[kind] ?? leastReachMeters;
}

function reachOf({ longitude, latitude, kind }: LocatedSettlement): Bounds {
  return boundsAround([longitude, latitude], reachOfKind(kind));
}

function extent({ bounds: [west, south, east, north] }: Outline): number {
  return (east - west) * (north - south);
}

/** Number of cells in a degree; a cell is some 11 by 8 km in Hungary. */
const cellsPerDegree = 10;

/** Grid that finds the items around a point without a full scan. */
class BoundsGrid<Item> {
  readonly #cells = new Map<number, Item[]>();

  add(item: Item, [west, south, east, north]: Bounds): void {
    for (let column = toCell(west); column <= toCell(east); column++) {
      for (let row = toCell(south); row <= toCell(north); row++) {
        const key = keyOf(column, row);
        const items = this.#cells.get(key);
        if (items === undefined) this.#cells.set(key, [item]);
        else items.push(item);
      }
    }
  }

  /** Items whose bounds share the point's cell, and so all whose bounds contain it. */
  around([longitude, latitude]: Coordinates): readonly Item[] {
    return this.#cells.get(keyOf(toCell(longitude), toCell(latitude))) ?? [];
  }
}

function toCell(degrees: number): number {
  return Math.floor(degrees * cellsPerDegree);
}

function keyOf(column: number, row: number): number {
  return column * 10_000 + row;
}
