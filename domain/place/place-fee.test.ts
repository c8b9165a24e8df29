import { expect, test } from "vitest";
import { feeOf, feeOfPrice, isFeeOf, isFree, priceColumns } from "./place-fee.ts";

test.each([
  [null, "free"],
  [0, "free"],
  [0.01, "costs"],
] as const)("a price of %s alone means %s", (price, fee) => {
  expect(feeOfPrice(price)).toBe(fee);
});

test.each([
  ["free", null, true],
  ["free", 0, true],
  ["free", 0.01, false],
  ["costs", null, true],
  ["costs", 0, false],
  ["costs", 0.01, true],
  ["unknown", null, true],
  ["unknown", 0, false],
  ["unknown", 200, false],
] as const)("%s goes with a price of %s: %s", (fee, price, goes) => {
  expect(isFeeOf(fee, price)).toBe(goes);
});

test.each([
  ["free", null, { price: null, price_known: true, costs: false }],
  ["free", 0, { price: 0, price_known: true, costs: false }],
  ["costs", 200, { price: 200, price_known: true, costs: false }],
  ["costs", null, { price: null, price_known: false, costs: true }],
  ["unknown", null, { price: null, price_known: false, costs: false }],
] as const)(
  "%s with a price of %s is stored, and read as the same again",
  (fee, price, columns) => {
    expect(priceColumns({ fee, price })).toEqual(columns);
    expect(feeOf(columns)).toBe(fee);
  },
);

test.each([
  [0, true],
  [null, true],
  [-0, true],
  [0.01, false],
  [100, false],
])("a price of %s is free: %s", (price, expected) => {
  expect(isFree(price)).toBe(expected);
});
