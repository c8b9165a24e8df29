import type { Coordinates } from "../coordinates.ts";
import { distanceMeters } from "../distance.ts";
import { maxPlacesByDistance } from "../pager.ts";
import { latitudeOfWorldY, longitudeOfWorldX } from "../web-mercator.ts";
import { answerSlots } from "./answer-slots.ts";
import { MinHeap } from "./min-heap.ts";
import { mortonBits } from "./morton-key.ts";
import type { NearSlot } from "./near-slot.ts";
import { nearestInBox } from "./nearest-in-box.ts";
import type { PlaceColumns } from "./place-columns.ts";
import type { PlaceQuestion } from "./place-question.ts";
import { passingStates } from "./place-state.ts";
import { type QuadCell, quarterCells, worldCell } from "./quad-cell.ts";
import { sortByDistance } from "./sort-by-distance.ts";
import { isInUnitBox, placeCell, unitBoxes } from "./unit-box.ts";
import { latitudeOfUnit, longitudeOfUnit } from "./world-units.ts";

/** Up to this many answers the search that grows from the origin is far cheaper than sorting them all. */
const manyAnswers = maxPlacesByDistance;

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
  if (end <= manyAnswers && total > manyAnswers) {
    return growFromOrigin(columns, question, origin, end).slice(offset);
  }
  const slots = answerSlots(columns, question, total);
  const distanceOf = (slot: number) => distanceOfSlot(columns, origin, slot);
  return sortByDistance(slots, columns.id, distanceOf, offset, end);
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
    // A place and a cell may go either way: places as near as each other are in one cell, or farther
    // than their cells by the metre that is taken off.
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
