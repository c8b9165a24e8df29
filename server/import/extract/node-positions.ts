import { lowerBound } from "#domain/place-index/lower-bound.ts";

/**
 * Positions of some of a file's nodes, 16 bytes each. First the wanted ids are named, then their
 * positions are filled in, then lines are read.
 */
export class NodePositions {
  #wanted = new Float64Array(1 << 16);
  #count = 0;
  /** Wanted ids, sorted and each once from `close` on. */
  #ids = new Float64Array(0);
  #longitudesE7 = new Int32Array(0);
  #latitudesE7 = new Int32Array(0);
  /** Index at which the next id is expected: files are sorted by id. */
  #next = 0;

  want(ids: readonly number[]): void {
    if (this.#count + ids.length > this.#wanted.length) {
      const larger = new Float64Array(Math.max(this.#wanted.length * 2, this.#count + ids.length));
      larger.set(this.#wanted);
      this.#wanted = larger;
    }
    this.#wanted.set(ids, this.#count);
    this.#count += ids.length;
  }

  /** Ends the naming of wanted ids. */
  close(): void {
    const sorted = this.#wanted.subarray(0, this.#count).sort();
    let count = 0;
    for (let index = 0; index < sorted.length; index++) {
      if (index === 0 || sorted[index] !== sorted[index - 1]) sorted[count++] = sorted[index];
    }
    this.#ids = sorted.slice(0, count);
    this.#wanted = new Float64Array(0);
    this.#longitudesE7 = new Int32Array(count).fill(unset);
    this.#latitudesE7 = new Int32Array(count);
  }

  /** Stores the position of a wanted node, in units of 1e-7 degrees. */
  put(id: number, longitudeE7: number, latitudeE7: number): void {
    while (this.#ids[this.#next] < id) this.#next++;
    const slot = this.#ids[this.#next] === id ? this.#next : this.#find(id);
    if (slot < 0) return;
    this.#longitudesE7[slot] = longitudeE7;
    this.#latitudesE7[slot] = latitudeE7;
  }

  /**
   * Line through some nodes, [lng, lat, lng, lat, …] in degrees; nodes that the file lacks are left
   * out.
   */
  line(ids: readonly number[]): number[] {
    const line: number[] = [];
    for (const id of ids) {
      const slot = this.#find(id);
      if (slot < 0 || this.#longitudesE7[slot] === unset) continue;
      line.push(this.#longitudesE7[slot] / 1e7, this.#latitudesE7[slot] / 1e7);
    }
    return line;
  }

  #find(id: number): number {
    const ids = this.#ids;
    const slot = lowerBound(0, ids.length, (index) => ids[index] < id);
    return ids[slot] === id ? slot : -1;
  }
}

/** Mark of a missing longitude: 214 degrees. */
const unset = 0x7fffffff;
