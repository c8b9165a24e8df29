import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { latitudeOfWorldY, longitudeOfWorldX } from "#domain/geography/web-mercator.ts";
import type { PlaceQuery } from "./place-query.ts";
import type { PlaceColumns, PlaceStore } from "./place-store.ts";
import {
  isInUnitBox,
  matchingRows,
  type QuadCell,
  quarterCells,
  relationToBox,
  unitBoxes,
  worldCell,
} from "./quad-cells.ts";
import { latitudeOfUnit, longitudeOfUnit, mortonBits } from "./world-units.ts";

/** Number of results beyond which a search that grows from the origin is cheaper than sorting all of them. */
const manyMatches = 1_000;

/** Maximum number of places in a cell that is scanned instead of divided further. */
const fewPlaces = 128;

/**
 * Results of a query by distance from the origin (ties by id), from `offset` on, at most `limit`; `total` is the
 * number of all results. The order is exactly the haversine order, also at the antimeridian and near the poles.
 */
export function nearestRows(
  store: PlaceStore,
  indexQuery: PlaceQuery,
  origin: Coordinates,
  { offset, limit, total }: { offset: number; limit: number; total: number },
): NearRow[] {
  const { columns } = store;
  const end = Math.min(offset + limit, total);
  if (offset >= end) return [];
  if (total > manyMatches) return growFromOrigin(store, indexQuery, origin, end).slice(offset);
  const near = Array.from(matchingRows(store, indexQuery, total), (row) => ({
    row,
    distanceMeters: distanceOfRow(columns, origin, row),
  }));
  near.sort((a, b) => a.distanceMeters - b.distanceMeters || columns.id[a.row] - columns.id[b.row]);
  return near.slice(offset, end);
}

/** Cell whose results are at least `meters` away, or the result in `row` at that distance. */
type Candidate = { meters: number } & ({ cell: QuadCell } | { cell: null; row: number });

/** Best-first search: divides the nearest cell until the nearest candidates are places. */
function growFromOrigin(
  { columns, flags }: PlaceStore,
  indexQuery: PlaceQuery,
  origin: Coordinates,
  end: number,
): NearRow[] {
  const { state, x, y, id } = columns;
  const { passing: passes } = flags.resultsOf(indexQuery);
  const boxes = indexQuery.bbox === null ? null : unitBoxes(indexQuery.bbox);
  const queue = new MinHeap<Candidate>((a, b) => {
    // A place and a cell of equal distance may come in any order: places at the same distance are in one
    // cell, or farther than their cells by the metre that is subtracted.
    if (a.meters !== b.meters || a.cell !== null || b.cell !== null) return a.meters - b.meters;
    return id[a.row] - id[b.row];
  });
  const found: NearRow[] = [];
  queue.push({ meters: 0, cell: worldCell(columns) });
  for (let next = queue.pop(); next !== undefined && found.length < end; next = queue.pop()) {
    const { cell, meters } = next;
    if (cell === null) found.push({ row: next.row, distanceMeters: meters });
    else if (boxes?.every((box) => relationToBox(box, cell) === "outside")) continue;
    else if (cell.to - cell.from > fewPlaces && cell.zoom < mortonBits) {
      for (const quarter of quarterCells(columns, cell)) {
        queue.push({ meters: lowestDistance(origin, quarter), cell: quarter });
      }
    } else {
      for (let row = cell.from; row < cell.to; row++) {
        if (passes[state[row]] === 0) continue;
        if (boxes && !boxes.some((box) => isInUnitBox(box, x[row], y[row]))) continue;
        queue.push({ meters: distanceOfRow(columns, origin, row), cell: null, row });
      }
    }
  }
  return found;
}

function distanceOfRow({ x, y }: PlaceColumns, origin: Coordinates, row: number): number {
  return distanceMeters(origin, [longitudeOfUnit(x[row]), latitudeOfUnit(y[row])]);
}

/** Lower bound of the distance to the cell's places, minus a metre for rounding errors of doubles. */
function lowestDistance(origin: Coordinates, { zoom, x, y }: QuadCell): number {
  const side = 1 / 2 ** zoom;
  const nearest = nearestInBox(origin, {
    west: longitudeOfWorldX(x * side),
    south: latitudeOfWorldY((y + 1) * side),
    east: longitudeOfWorldX((x + 1) * side),
    north: latitudeOfWorldY(y * side),
  });
  return Math.max(0, distanceMeters(origin, nearest) - 1);
}

/**
 * Point of a box (west ≤ east, edges included) that is nearest to the origin over the ground: the origin
 * itself inside the box, else a point of an edge. Every place in the box is at least as far away.
 */
export function nearestInBox([longitude, latitude]: Coordinates, box: BoundingBox): Coordinates {
  if (longitude >= box.west && longitude <= box.east) {
    return [longitude, Math.min(box.north, Math.max(box.south, latitude))];
  }
  const isWestNearer = degreesBetween(longitude, box.west) <= degreesBetween(longitude, box.east);
  const meridian = isWestNearer ? box.west : box.east;
  // Along a meridian the cosine of the distance is a sine wave of latitude that peaks here:
  const angle = radians(degreesBetween(longitude, meridian));
  const peak = Math.atan2(
    Math.sin(radians(latitude)),
    Math.cos(radians(latitude)) * Math.cos(angle),
  );
  const [south, north] = [radians(box.south), radians(box.north)];
  if (peak >= south && peak <= north) return [meridian, (peak * 180) / Math.PI];
  return [meridian, Math.cos(south - peak) > Math.cos(north - peak) ? box.south : box.north];
}

/** Degrees between two meridians, 0…180. */
function degreesBetween(from: number, to: number): number {
  const degrees = Math.abs(from - to) % 360;
  return degrees > 180 ? 360 - degrees : degrees;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Row and the distance of its place from an origin, over the ground. */
export interface NearRow {
  row: number;
  distanceMeters: number;
}

/** Priority queue: `pop` returns the item that comes first by `compare`. */
class MinHeap<Item> {
  readonly #items: Item[] = [];
  readonly #compare: (a: Item, b: Item) => number;

  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  push(item: Item): void {
    const items = this.#items;
    let index = items.length;
    while (index > 0) {
      const parent = (index - 1) >>> 1;
      if (this.#compare(items[parent], item) <= 0) break;
      items[index] = items[parent];
      index = parent;
    }
    items[index] = item;
  }

  pop(): Item | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (last !== undefined && items.length > 0) this.#sink(last);
    return first;
  }

  /** Puts an item at the top and lets it sink into its position. */
  #sink(item: Item): void {
    const items = this.#items;
    let index = 0;
    while (true) {
      let child = 2 * index + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.#compare(items[child + 1], items[child]) < 0) child++;
      if (this.#compare(item, items[child]) <= 0) break;
      items[index] = items[child];
      index = child;
    }
    items[index] = item;
  }
}
