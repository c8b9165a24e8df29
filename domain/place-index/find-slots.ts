const filterSize = 1 << 16;

/**
 * The slots of the given ids, by id; ids that are in no slot are left out.
 *
 * Looks through all slots: ids are in no order there, and an index by id would cost 4 bytes a place to
 * save a millisecond a batch. A small table by the lowest bits keeps the lookup of most slots to one
 * byte.
 */
export function findSlots(
  ids: Uint32Array,
  size: number,
  wanted: ReadonlyMap<number, unknown>,
): Map<number, number> {
  const slots = new Map<number, number>();
  const mayBeWanted = new Uint8Array(filterSize);
  for (const id of wanted.keys()) mayBeWanted[id & (filterSize - 1)] = 1;
  for (let slot = 0; slot < size; slot++) {
    const id = ids[slot];
    if (mayBeWanted[id & (filterSize - 1)] === 1 && wanted.has(id)) slots.set(id, slot);
  }
  return slots;
}
