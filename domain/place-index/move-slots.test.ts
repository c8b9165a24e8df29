import fc from "fast-check";
import { expect, it } from "vitest";
import { SlotRenumbering } from "./move-slots.ts";

it("maps each slot to its position after removals and insertions", () => {
  const property = fc.property(
    fc.integer({ min: 0, max: 1500 }),
    fc.array(fc.nat(1500), { maxLength: 8 }),
    fc.array(fc.nat(1500), { maxLength: 8 }),
    (size, someRemoved, someGaps) => {
      const removed = [...new Set(someRemoved)].filter((slot) => slot < size).sort((a, b) => a - b);
      const left = Array.from({ length: size }, (_, slot) => slot).filter(
        (slot) => !removed.includes(slot),
      );
      const gaps = someGaps.filter((gap) => gap <= left.length).sort((a, b) => a - b);
      const after: (number | null)[] = [...left];
      gaps.forEach((gap, index) => {
        after.splice(gap + index, 0, null);
      });
      const slots = Uint32Array.from(left);
      new SlotRenumbering(size, removed, gaps).renumber(slots, slots.length);
      expect([...slots]).toEqual(left.map((slot) => after.indexOf(slot)));
    },
  );
  fc.assert(property, { numRuns: 100 });
});
