import { mortonBits, mortonKey, unitBits } from "./world-units.ts";

/** Rating of a place without ratings; it sorts after every mean. */
export const unrated = Number.POSITIVE_INFINITY;

/** One place as the columns hold it. */
export interface IndexedPlace {
  id: number;
  /** Units from the western edge of the world (see `world-units.ts`). */
  x: number;
  /** Units from the northern edge. */
  y: number;
  /** Number in the flag dictionary, and the bits of its opening status now (see `place-flags.ts`). */
  state: number;
  /** Number in the schedule dictionary. */
  schedule: number;
  /** Number in the city dictionary. */
  city: number;
  addedMicros: number;
  /** Exact mean (equal fractions give equal doubles), or `unrated`. */
  rating: number;
}

type Column = Uint32Array | Float64Array;

/**
 * Places as one typed array per property (40 bytes a place), so that a million of them need no objects. A
 * place's index in the arrays is its row number; rows 0…size−1 are in use.
 */
export class PlaceColumns {
  size = 0;
  id: Uint32Array;
  x: Uint32Array;
  y: Uint32Array;
  state: Uint32Array;
  schedule: Uint32Array;
  city: Uint32Array;
  addedMicros: Float64Array;
  rating: Float64Array;

  constructor(capacity: number) {
    this.id = new Uint32Array(capacity);
    this.x = new Uint32Array(capacity);
    this.y = new Uint32Array(capacity);
    this.state = new Uint32Array(capacity);
    this.schedule = new Uint32Array(capacity);
    this.city = new Uint32Array(capacity);
    this.addedMicros = new Float64Array(capacity);
    this.rating = new Float64Array(capacity);
  }

  get capacity(): number {
    return this.id.length;
  }

  write(row: number, place: IndexedPlace): void {
    this.id[row] = place.id;
    this.x[row] = place.x;
    this.y[row] = place.y;
    this.state[row] = place.state;
    this.schedule[row] = place.schedule;
    this.city[row] = place.city;
    this.addedMicros[row] = place.addedMicros;
    this.rating[row] = place.rating;
  }

  /** Changes each column in place. */
  edit(change: (column: Column) => void): void {
    for (const column of this.#all()) change(column);
  }

  /** Copies each column into the target's column with `copy`. */
  copyInto(target: PlaceColumns, copy: (from: Column, to: Column) => void): void {
    const targets = target.#all();
    this.#all().forEach((column, index) => {
      copy(column, targets[index]);
    });
  }

  /** Grows to a capacity. It copies everything, so grow by a large amount at a time. */
  grow(capacity: number): void {
    const larger = new PlaceColumns(capacity);
    larger.size = this.size;
    this.copyInto(larger, (from, to) => to.set(from));
    Object.assign(this, larger);
  }

  #all(): Column[] {
    return [
      this.id,
      this.x,
      this.y,
      this.state,
      this.schedule,
      this.city,
      this.addedMicros,
      this.rating,
    ];
  }

  /** Morton key of a row, by which the places are sorted; ties are in ascending order of id. */
  keyAt(row: number): number {
    return mortonKey(this.x[row] >>> unusedBits, this.y[row] >>> unusedBits);
  }
}

const unusedBits = unitBits - mortonBits;

/** Morton key of a place that has no row yet. */
export function keyOfPlace(place: IndexedPlace): number {
  return mortonKey(place.x >>> unusedBits, place.y >>> unusedBits);
}
