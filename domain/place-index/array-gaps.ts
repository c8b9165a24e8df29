type NumberArray = Uint32Array | Uint8Array | Float64Array;

/** Takes the elements at the given ascending indexes out of the first `size`, in place. */
export function closeGaps(array: NumberArray, size: number, indexes: readonly number[]): void {
  let to = indexes[0] ?? size;
  for (let i = 0; i < indexes.length; i++) {
    const from = indexes[i] + 1;
    const end = i + 1 < indexes.length ? indexes[i + 1] : size;
    array.copyWithin(to, from, end);
    to += end - from;
  }
}

/**
 * Makes room before each of the given ascending indexes (0…size; equal ones make as many gaps), in
 * place. The i-th gap is then at `indexes[i] + i`; what it holds has no meaning yet.
 */
export function openGaps(array: NumberArray, size: number, indexes: readonly number[]): void {
  let end = size;
  for (let i = indexes.length - 1; i >= 0; i--) {
    array.copyWithin(indexes[i] + i + 1, indexes[i], end);
    end = indexes[i];
  }
}
