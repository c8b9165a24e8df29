/** Slots are looked up by blocks of this many (as a power of two), most of which move as one. */
const blockBits = 8;

/** Stands for the shift of a block whose slots move by different shifts. */
const mixed = 0x7fffffff;

/**
 * Where slots go when some leave and others come between. A few kilobytes whatever the number of
 * places, so that renumbering the orders reads no table as large as they are.
 */
export class SlotRenumbering {
  /** Stretches of slots that move alike: where each starts, ascending, and by how much it moves. */
  readonly #starts: Uint32Array;
  readonly #shifts: Int32Array;
  /** By block, the shift of all its slots, or `mixed`. */
  readonly #shiftOfBlock: Int32Array;

  /**
   * Those in `removed` leave the first `size` (ascending), and gaps open before the slots in `gaps`
   * (ascending, counted when the removed ones have left).
   */
  constructor(size: number, removed: readonly number[], gaps: readonly number[]) {
    const { starts, shifts } = stretches(removed, gaps);
    this.#starts = starts;
    this.#shifts = shifts;
    this.#shiftOfBlock = new Int32Array((size >>> blockBits) + 1);
    let stretch = 0;
    for (let block = 0; block < this.#shiftOfBlock.length; block++) {
      const first = block << blockBits;
      while (starts[stretch + 1] <= first) stretch++;
      const isMixed = starts[stretch + 1] < first + (1 << blockBits);
      this.#shiftOfBlock[block] = isMixed ? mixed : shifts[stretch];
    }
  }

  /** The new slot of an old one; for a removed slot the answer has no meaning. */
  newSlotOf(slot: number): number {
    return slot + this.#shifts[this.#stretchOf(slot)];
  }

  /** Puts new slots for old ones in the first `count` of an array. */
  renumber(slots: Uint32Array, count: number): void {
    if (this.#starts.length === 2) this.#renumberTwoStretches(slots, count);
    else this.#renumberByBlocks(slots, count);
  }

  /** The common case, one place come or gone: no branch, since no machine foresees these. */
  #renumberTwoStretches(slots: Uint32Array, count: number): void {
    const lastOfFirst = this.#starts[1] - 1;
    const shift = this.#shifts[1];
    for (let i = 0; i < count; i++) {
      const slot = slots[i];
      slots[i] = slot + (shift & ((lastOfFirst - slot) >> 31));
    }
  }

  #renumberByBlocks(slots: Uint32Array, count: number): void {
    const shiftOfBlock = this.#shiftOfBlock;
    for (let i = 0; i < count; i++) {
      const slot = slots[i];
      const shift = shiftOfBlock[slot >>> blockBits];
      slots[i] = shift === mixed ? this.newSlotOf(slot) : slot + shift;
    }
  }

  #stretchOf(slot: number): number {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (starts[middle] <= slot) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function stretches(removed: readonly number[], gaps: readonly number[]) {
  const starts = [0];
  const shifts = [0];
  let removedCount = 0;
  let gapCount = 0;
  while (removedCount < removed.length || gapCount < gaps.length) {
    const afterRemoved = (removed[removedCount] ?? Number.POSITIVE_INFINITY) + 1;
    const atGap = (gaps[gapCount] ?? Number.POSITIVE_INFINITY) + removedCount;
    if (atGap < afterRemoved) {
      starts.push(atGap);
      gapCount++;
    } else {
      starts.push(afterRemoved);
      removedCount++;
    }
    shifts.push(gapCount - removedCount);
  }
  return { starts: Uint32Array.from(starts), shifts: Int32Array.from(shifts) };
}
