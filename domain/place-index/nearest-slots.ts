import type { Coordinates } from "../coordinates.ts";
import { distanceMeters } from "../distance.ts";
import { latitudeOfWorldY, longitudeOfWorldX } from "../web-mercator.ts";
import { boxRanges } from "./box-ranges.ts";
import { MinHeap } from "./min-heap.ts";
import { mortonBits } from "./morton-key.ts";
import { nearestInBox } from "./nearest-in-box.ts";
import type { PlaceColumns } from "./place-columns.ts";
import type { PlaceQuestion } from "./place-question.ts";
import { passingStates } from "./place-state.ts";
import { type QuadCell, quarterCells, worldCell } from "./quad-cell.ts";
import { sortByFloat64, sortByUint32 } from "./radix-sort.ts";
import { isInUnitBox, placeCell, unitBoxes } from "./unit-box.ts";
import { latitudeOfUnit, longitudeOfUnit } from "./world-units.ts";

/** A slot and how far its place is, over the ground. */
export interface NearSlot {
  slot: number;
  distanceMeters: number;
}

/** Up to this many answers the search that grows from the origin is cheaper than sorting them all. */
const manyAnswers = 1000;

/** Cells with this few places are looked through rather than divided further. */
const fewPlaces = 128;

/**
 * The answers to a question by distance from the origin (ties by id), from `offset` on, at most
 * `limit`; `total` is how many there are. Exactly the haversine order, at the antimeridian and near
 * the poles too.
 */
export function nearestSlots(
  columns: PlaceColumns,
  question: PlaceQuestion,
  origin: Coordinates,
  { offset, limit, total }: { offset: number; limit: number; total: number },
): NearSlot[] {
  const end = Math.min(offset + limit, total);
  if (offset >= end) return [];
  const isFar = end > manyAnswers || total <= manyAnswers;
  const search = isFar ? sortAllByDistance : growFromOrigin;
  return search(columns, question, origin, end, total).slice(offset);
}

/** A cell that may hold answers no nearer than `meters`, or the answer in `slot` at that distance. */
type Candidate = { meters: number } & ({ cell: QuadCell } | { cell: null; slot: number });

/** Opens the nearest cell again and again, until the nearest candidates are places. */
function growFromOrigin(
  columns: PlaceColumns,
  question: PlaceQuestion,
  origin: Coordinates,
  end: number,
): NearSlot[] {
  const { state, x, y, id } = columns;
  const passes = passingStates(question);
  const boxes = question.bbox === null ? null : unitBoxes(question.bbox);
  const queue = new MinHeap<Candidate>((a, b) => {
    if (a.meters !== b.meters || a.cell !== null || b.cell !== null) return a.meters - b.meters;
    return id[a.slot] - id[b.slot];
  });
  const found: NearSlot[] = [];
  queue.push({ meters: 0, cell: worldCell(columns) });
  for (let next = queue.pop(); next !== undefined && found.length < end; next = queue.pop()) {
    const { cell, meters } = next;
    if (cell === null) found.push({ slot: next.slot, distanceMeters: meters });
    else if (boxes?.every((box) => placeCell(box, cell) === "outside")) continue;
    else if (cell.to - cell.from > fewPlaces && cell.zoom < mortonBits) {
      for (const quarter of quarterCells(columns, cell)) {
        queue.push({ meters: lowestDistance(origin, quarter), cell: quarter });
      }
    } else {
      for (let slot = cell.from; slot < cell.to; slot++) {
        if (passes[state[slot]] === 0) continue;
        if (boxes && !boxes.some((box) => isInUnitBox(box, x[slot], y[slot]))) continue;
        queue.push({ meters: distanceOfSlot(columns, origin, slot), cell: null, slot });
      }
    }
  }
  return found;
}

function sortAllByDistance(
  columns: PlaceColumns,
  question: PlaceQuestion,
  origin: Coordinates,
  end: number,
  total: number,
): NearSlot[] {
  const slots = answerSlots(columns, question, total);
  const distances = Float64Array.from(slots, (slot) => distanceOfSlot(columns, origin, slot));
  const order = Uint32Array.from(slots, (_, index) => index);
  sortByUint32(
    order,
    slots.map((slot) => columns.id[slot]),
  );
  sortByFloat64(order, distances);
  return Array.from(order.subarray(0, end), (index) => ({
    slot: slots[index],
    distanceMeters: distances[index],
  }));
}

function answerSlots(columns: PlaceColumns, question: PlaceQuestion, total: number): Uint32Array {
  const { state, x, y } = columns;
  const passes = passingStates(question);
  const slots = new Uint32Array(total);
  let count = 0;
  for (const { from, to, box } of boxRanges(columns, question.bbox)) {
    for (let slot = from; slot < to; slot++) {
      if (passes[state[slot]] === 0) continue;
      if (box === null || isInUnitBox(box, x[slot], y[slot])) slots[count++] = slot;
    }
  }
  return slots;
}

function distanceOfSlot({ x, y }: PlaceColumns, origin: Coordinates, slot: number): number {
  return distanceMeters(origin, [longitudeOfUnit(x[slot]), latitudeOfUnit(y[slot])]);
}

/** No place of the cell is nearer than this. A metre is taken off, for what doubles round away. */
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
