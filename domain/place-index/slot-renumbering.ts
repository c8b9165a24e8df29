/** Slots are looked up by blocks of this many (as a power of two), most of which move as one. */
const blockBits = 10;

/**
 * Where slots go when some leave and others come between. A few kilobytes whatever the number of
 * places, so that renumbering the orders reads no table as large as they are.
 */
export class SlotRenumbering {
  /** Stretches of slots that move alike: where each starts, ascending, and by how much it moves. */
  readonly #starts: Uint32Array;
  readonly #shifts: Int32Array;
  /** By block, the stretch that its first slot belongs to. */
  readonly #stretchOfBlock: Uint32Array;

  /**
   * Those in `removed` leave the first `size` (ascending), and gaps open before the slots in `gaps`
   * (ascending, counted when the removed ones have left).
   */
  constructor(size: number, removed: readonly number[], gaps: readonly number[]) {
    const { starts, shifts } = stretches(removed, gaps);
    this.#starts = starts;
    this.#shifts = shifts;
    this.#stretchOfBlock = new Uint32Array((size >>> blockBits) + 2);
    let stretch = 0;
    for (let block = 0; block < this.#stretchOfBlock.length; block++) {
      while (stretch + 1 < starts.length && starts[stretch + 1] <= block << blockBits) stretch++;
      this.#stretchOfBlock[block] = stretch;
    }
  }

  /** The new slot of an old one; for a removed slot the answer has no meaning. */
  newSlotOf(slot: number): number {
    const slots = Uint32Array.of(slot);
    this.renumber(slots, 1);
    return slots[0];
  }

  /** Puts new slots for old ones in the first `count` of an array. */
  renumber(slots: Uint32Array, count: number): void {
    const starts = this.#starts;
    const shifts = this.#shifts;
    const stretchOfBlock = this.#stretchOfBlock;
    for (let i = 0; i < count; i++) {
      const slot = slots[i];
      let low = stretchOfBlock[slot >>> blockBits];
      let high = stretchOfBlock[(slot >>> blockBits) + 1];
      while (low < high) {
        const middle = (low + high + 1) >>> 1;
        if (starts[middle] <= slot) low = middle;
        else high = middle - 1;
      }
      slots[i] = slot + shifts[low];
    }
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
