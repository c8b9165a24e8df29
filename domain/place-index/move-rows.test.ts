import fc from "fast-check";
import { expect, it } from "vitest";
import { RowRenumbering } from "./apply-changes.ts";

it("maps each row to its position after removals and insertions", () => {
  const property = fc.property(
    fc.integer({ min: 0, max: 1500 }),
    fc.array(fc.nat(1500), { maxLength: 8 }),
    fc.array(fc.nat(1500), { maxLength: 8 }),
    (size, someRemoved, someGaps) => {
      const removed = [...new Set(someRemoved)].filter((row) => row < size).sort((a, b) => a - b);
      const left = Array.from({ length: size }, (_, row) => row).filter(
        (row) => !removed.includes(row),
      );
      const gaps = someGaps.filter((gap) => gap <= left.length).sort((a, b) => a - b);
      const after: (number | null)[] = [...left];
      gaps.forEach((gap, index) => {
        after.splice(gap + index, 0, null);
      });
      const rows = Uint32Array.from(left);
      new RowRenumbering(size, removed, gaps).renumber(rows, rows.length);
      expect([...rows]).toEqual(left.map((row) => after.indexOf(row)));
    },
  );
  fc.assert(property, { numRuns: 100 });
});
