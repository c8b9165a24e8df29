import type { NearSlot } from "./near-slot.ts";

/** Rings round the origin into which places are sorted first: 306 m wide each. */
const ringCount = 1 << 16;

/** Half the way round the earth, and a little more. */
const farthestMeters = 20_037_600;

/**
 * The places from rank `offset` up to `end` by distance, ties by id. Only the rings that the ranks
 * fall into are sorted, so a deep page of a million costs little more than their distances.
 */
export function sortByDistance(
  slots: Uint32Array,
  ids: Uint32Array,
  distanceOf: (slot: number) => number,
  offset: number,
  end: number,
): NearSlot[] {
  const distances = Float64Array.from(slots, distanceOf);
  const sizes = new Uint32Array(ringCount);
  for (const meters of distances) sizes[ringOf(meters)]++;
  const { first, last, before } = ringsOfRanks(sizes, offset, end);
  const near: NearSlot[] = [];
  for (let i = 0; i < slots.length; i++) {
    const ring = ringOf(distances[i]);
    if (ring >= first && ring <= last) near.push({ slot: slots[i], distanceMeters: distances[i] });
  }
  near.sort((a, b) => a.distanceMeters - b.distanceMeters || ids[a.slot] - ids[b.slot]);
  return near.slice(offset - before, end - before);
}

function ringOf(meters: number): number {
  return Math.min(ringCount - 1, Math.floor((meters / farthestMeters) * ringCount));
}

/** The first and last ring that hold the ranks, and how many places are nearer than those. */
function ringsOfRanks(sizes: Uint32Array, offset: number, end: number) {
  let first = 0;
  let before = 0;
  while (before + sizes[first] <= offset) before += sizes[first++];
  let last = first;
  for (let upTo = before + sizes[last]; upTo < end; upTo += sizes[last]) last++;
  return { first, last, before };
}
