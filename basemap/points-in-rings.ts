import type { Line, Position } from "./geometry.ts";

/** Number of bands of latitude, each a hundredth of a degree high. */
const bands = 18_000;

function bandOf(latitude: number): number {
  return Math.min(bands - 1, Math.max(0, Math.floor((latitude + 90) * 100)));
}

/** Whether points are within millions of rings, by the even-odd rule: their edges by bands of latitude. */
export class PointsInRings {
  /** Edges as x, y, x, y, one after another. */
  readonly #edges: Float64Array;
  /** Index of a band's first entry in `#inBand`, whose entries are numbers of edges. */
  readonly #firstOf = new Uint32Array(bands + 1);
  readonly #inBand: Uint32Array;

  constructor(rings: readonly Line[]) {
    let count = 0;
    for (const ring of rings) count += ring.length - 1;
    this.#edges = new Float64Array(count * 4);
    let edge = 0;
    for (const ring of rings) {
      for (let at = 1; at < ring.length; at++, edge++) {
        this.#edges.set(ring[at - 1], edge * 4);
        this.#edges.set(ring[at], edge * 4 + 2);
      }
    }
    for (let at = 0; at < count; at++) {
      const [first, last] = this.#bandsOf(at);
      for (let band = first; band <= last; band++) this.#firstOf[band + 1]++;
    }
    for (let band = 0; band < bands; band++) this.#firstOf[band + 1] += this.#firstOf[band];
    const next = this.#firstOf.slice();
    this.#inBand = new Uint32Array(this.#firstOf[bands]);
    for (let at = 0; at < count; at++) {
      const [first, last] = this.#bandsOf(at);
      for (let band = first; band <= last; band++) this.#inBand[next[band]++] = at;
    }
  }

  has([longitude, latitude]: Position): boolean {
    const band = bandOf(latitude);
    let isInside = false;
    for (let at = this.#firstOf[band]; at < this.#firstOf[band + 1]; at++) {
      const edge = this.#inBand[at] * 4;
      const [ax, ay] = [this.#edges[edge], this.#edges[edge + 1]];
      const [bx, by] = [this.#edges[edge + 2], this.#edges[edge + 3]];
      if (ay > latitude === by > latitude) continue;
      if (longitude < ax + ((latitude - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
    }
    return isInside;
  }

  #bandsOf(edge: number): [first: number, last: number] {
    const from = bandOf(this.#edges[edge * 4 + 1]);
    const to = bandOf(this.#edges[edge * 4 + 3]);
    return from < to ? [from, to] : [to, from];
  }
}
