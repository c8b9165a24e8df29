/**
 * Binary search: first index in from…to for which `isBefore` is false; `to` where it is true for all of them.
 * In from…to, `isBefore` must be true up to some index and false from there on.
 */
export function lowerBound(from: number, to: number, isBefore: (index: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
