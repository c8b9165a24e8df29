import fc from "fast-check";
import { expect, it } from "vitest";
import { sortByFloat64, sortByUint32 } from "./place-orders.ts";

const indexes = (length: number) => Uint32Array.from({ length }, (_, index) => index);

it("sorts doubles as the comparison does, stably", () => {
  const double = fc.oneof(
    fc.double({ noNaN: true }),
    fc.constantFrom(0, -0, 1, -1, Number.POSITIVE_INFINITY, 1.7e15),
  );
  fc.assert(
    fc.property(fc.array(double), (values) => {
      const keys = Float64Array.from(values);
      const order = indexes(keys.length);
      sortByFloat64(order, keys);
      const expected = [...indexes(keys.length)].sort((a, b) =>
        keys[a] === keys[b] ? a - b : keys[a] < keys[b] ? -1 : 1,
      );
      expect([...order]).toEqual(expected);
    }),
  );
});

it("sorts unsigned integers, stably", () => {
  const word = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 0, max: 3 }));
  fc.assert(
    fc.property(fc.array(word), (values) => {
      const keys = Uint32Array.from(values);
      const order = indexes(keys.length);
      sortByUint32(order, keys);
      const expected = [...indexes(keys.length)].sort((a, b) => keys[a] - keys[b] || a - b);
      expect([...order]).toEqual(expected);
    }),
  );
});
