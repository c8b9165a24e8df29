import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { degreesWithin } from "#domain/geography/distance-and-bearing.ts";
import {
  latitudeOfWorldY,
  longitudeOfWorldX,
  worldX,
  worldY,
} from "#domain/geography/web-mercator.ts";

/** Maximum number of places in a set: as many as a large country has, about 2 MB compressed. */
export const maxPlacesInSet = 50_000;

/** Why an area is saved: because a visitor looked at it, or because a visitor requested it. */
export type SavedFor = "seen" | "asked";

/** Saved area. */
export interface KnownArea {
  readonly area: BoundingBox;
  readonly savedFor: SavedFor;
  readonly made: Date;
}

/**
 * Zooms of the cells in which places around a view are saved: about 100 km wide in Hungary, less where a cell has
 * too many places for a set, down to 3 km.
 */
const widestCellZoom = 8;
const narrowestCellZoom = 13;

/** Margin of a cell, as a share of its side, in which a view needs the next cell too: about 20 km of the widest. */
const edge = 0.2;

/** Maximum number of saved cells that a visitor only looked at. */
const maxSeen = 8;

/**
 * Cells around a point, one to four, so that a walk or a short drive stays within them: the widest of which none is
 * too full.
 *
 * @param isTooFull whether a cell is known to have too many places for a set
 */
export function areasAround(
  point: Coordinates,
  isTooFull: (area: BoundingBox) => boolean = () => false,
): BoundingBox[] {
  for (let zoom = widestCellZoom; zoom < narrowestCellZoom; zoom++) {
    const cells = cellsAround(point, zoom);
    if (!cells.some(isTooFull)) return cells;
  }
  return cellsAround(point, narrowestCellZoom);
}

function cellsAround([longitude, latitude]: Coordinates, zoom: number): BoundingBox[] {
  const side = 2 ** zoom;
  const range = (at: number): number[] => {
    const first = Math.max(0, Math.floor(at * side - edge));
    const last = Math.min(side - 1, Math.floor(at * side + edge));
    return first === last ? [first] : [first, last];
  };
  const rows = range(worldY(latitude));
  return range(worldX(longitude)).flatMap((x) =>
    rows.map((y) => ({
      west: longitudeOfWorldX(x / side),
      south: latitudeOfWorldY((y + 1) / side),
      east: longitudeOfWorldX((x + 1) / side),
      north: latitudeOfWorldY(y / side),
    })),
  );
}

/** Tolerance for the rounding of degrees, as a share of a cell. */
const sideTolerance = 1e-4;

/**
 * Smallest box of narrow cells that contains a box, so that visitors near each other request the same one. A box of
 * whole cells of any zoom is unchanged.
 */
export function snapToCells({ west, south, east, north }: BoundingBox): BoundingBox {
  const side = 2 ** narrowestCellZoom;
  const before = (at: number) => Math.max(0, Math.floor(at * side + sideTolerance)) / side;
  const after = (at: number) => Math.min(side, Math.ceil(at * side - sideTolerance)) / side;
  return {
    west: longitudeOfWorldX(before(worldX(west))),
    // The cells end before the poles.
    south: Math.min(south, latitudeOfWorldY(after(worldY(south)))),
    east: longitudeOfWorldX(after(worldX(east))),
    north: Math.max(north, latitudeOfWorldY(before(worldY(north)))),
  };
}

/** Distance from a point to the sides of {@link regionAround}: about a county of Hungary. */
const regionMeters = 50_000;

/** Box around a point that a visitor can save before a journey, 50 km to each side. */
export function regionAround([longitude, latitude]: Coordinates): BoundingBox {
  const { wide, high } = degreesWithin(regionMeters, latitude);
  return {
    west: Math.max(-180, longitude - wide),
    south: Math.max(-85, latitude - high),
    east: Math.min(180, longitude + wide),
    north: Math.min(85, latitude + high),
  };
}

/** Areas to delete in favour of newer ones: never a requested one, nor one of `wanted`. */
export function areasToForget(
  known: readonly KnownArea[],
  wanted: readonly BoundingBox[],
): BoundingBox[] {
  const keys = new Set(wanted.map(keyOf));
  return known
    .filter(({ savedFor }) => savedFor === "seen")
    .sort((a, b) => b.made.getTime() - a.made.getTime())
    .slice(maxSeen)
    .map(({ area }) => area)
    .filter((area) => !keys.has(keyOf(area)));
}

function keyOf({ west, south, east, north }: BoundingBox): string {
  return [west, south, east, north].map((degrees) => degrees.toFixed(6)).join();
}
