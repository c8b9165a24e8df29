import type { Coordinates } from "#domain/coordinates.ts";
import { distanceMeters } from "#domain/distance.ts";
import { BoundsGrid } from "../geometry/bounds-grid.ts";
import type { Bounds } from "../geometry/line.ts";
import { contains } from "./find-areas.ts";
import type { Area } from "./settlement.ts";

/** What the locator has to know of a settlement. */
export interface LocatedSettlement {
  readonly kind: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly area: Area | null;
}

/** How far a settlement without an outline is taken to reach, in metres. */
const reachMeters: Readonly<Record<string, number>> = {
  city: 15_000,
  town: 8_000,
  village: 4_000,
  hamlet: 2_000,
};
const leastReachMeters = 1_000;

/** Finds the settlement that a point belongs to; to be given settlements only, not their parts. */
export class SettlementLocator<Settlement extends LocatedSettlement> {
  readonly #areas = new BoundsGrid<{ readonly settlement: Settlement; readonly area: Area }>();
  readonly #points = new BoundsGrid<Settlement>();

  constructor(settlements: Iterable<Settlement>) {
    for (const settlement of settlements) {
      const { area } = settlement;
      if (area) this.#areas.add({ settlement, area }, area.bounds);
      this.#points.add(settlement, reachOf(settlement));
    }
  }

  /**
   * The settlement with the smallest outline around the point; without one, the settlement that
   * comes nearest for its size. Null in the middle of nowhere.
   */
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
    // In parts of the settlement's own reach.
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
  const high = reachOfKind(kind) / 111_195;
  const wide = high / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  return [longitude - wide, latitude - high, longitude + wide, latitude + high];
}

function extent({ bounds: [west, south, east, north] }: Area): number {
  return (east - west) * (north - south);
}
