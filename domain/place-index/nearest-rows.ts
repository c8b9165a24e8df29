import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { latitudeOfWorldY, longitudeOfWorldX } from "#domain/geography/web-mercator.ts";
import { maxPlacesByDistance } from "#domain/validation/page-sizes.ts";
import type { PlaceQuery } from "./place-flags.ts";
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

/**
 * Maximum number of results for the search that grows from the origin. Up to this number it is far cheaper
 * than sorting all results.
 */
const manyMatches = maxPlacesByDistance;

/** Maximum number of places in a cell that is scanned instead of divided further. */
const fewPlaces = 128;

/**
 * Results of a query by distance from the origin (ties by id), from `offset` on, at most `limit`; `total` is
 * the number of all results. The order is exactly the haversine order, also at the antimeridian and near the
 * poles.
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
  if (end <= manyMatches && total > manyMatches) {
    return growFromOrigin(store, indexQuery, origin, end).slice(offset);
  }
  const rows = matchingRows(store, indexQuery, total);
  const distanceOf = (row: number) => distanceOfRow(columns, origin, row);
  return sortByDistance(rows, columns.id, distanceOf, offset, end);
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

/** Number of rings round the origin for the first pass of the sort; each is 306 m wide. */
const ringCount = 1 << 16;

/** Upper limit of a distance: a little more than half of the earth's circumference. */
const farthestMeters = 20_037_600;

/**
 * Rows from rank `offset` up to `end` by distance, ties by id. Only the rings of these ranks are sorted, so a
 * deep page of a million places costs little more than their distances.
 */
function sortByDistance(
  rows: Uint32Array,
  ids: Uint32Array,
  distanceOf: (row: number) => number,
  offset: number,
  end: number,
): NearRow[] {
  const distances = Float64Array.from(rows, distanceOf);
  const sizes = new Uint32Array(ringCount);
  for (const meters of distances) sizes[ringOf(meters)]++;
  const { first, last, before } = ringsOfRanks(sizes, offset, end);
  const near: NearRow[] = [];
  for (let i = 0; i < rows.length; i++) {
    const ring = ringOf(distances[i]);
    if (ring >= first && ring <= last) near.push({ row: rows[i], distanceMeters: distances[i] });
  }
  near.sort((a, b) => a.distanceMeters - b.distanceMeters || ids[a.row] - ids[b.row]);
  return near.slice(offset - before, end - before);
}

function ringOf(meters: number): number {
  return Math.min(ringCount - 1, Math.floor((meters / farthestMeters) * ringCount));
}

/** First and last ring of the ranks, and the number of places in nearer rings. */
function ringsOfRanks(sizes: Uint32Array, offset: number, end: number) {
  let first = 0;
  let before = 0;
  while (before + sizes[first] <= offset) before += sizes[first++];
  let last = first;
  for (let upTo = before + sizes[last]; upTo < end; upTo += sizes[last]) last++;
  return { first, last, before };
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
