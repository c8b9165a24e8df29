import { describe, expect, test } from "vitest";
import { chargeTextOf, priceOf } from "./price-of.ts";

describe("the price of toilets", () => {
  test.each([
    [{ fee: "no" }, "HU", 0],
    [{ fee: "0" }, "HU", 0],
    [{ fee: "yes", charge: "no" }, "NO", 0],
    [{ fee: "donation" }, "HU", 0],
    [{ fee: "yes", charge: "200 HUF" }, "HU", 200],
    [{ fee: "yes", charge: "200 Ft" }, "HU", 200],
    [{ charge: "200" }, "HU", 200],
    [{ charge: "0,50 €" }, "AT", 0.5],
    [{ charge: "€0.50" }, "AT", 0.5],
    [{ charge: "50 ct" }, "DE", 0.5],
    [{ charge: "50 cent" }, "DE", 0.5],
    [{ charge: "15nok" }, "NO", 15],
    [{ fee: "NOK20" }, "NO", 20],
    [{ fee: "NOK 10.00" }, "NO", 10],
    [{ charge: "20 kr" }, "NO", 20],
    [{ charge: "10,-" }, "NO", 10],
    [{ charge: "50 NOK / person" }, "NO", 50],
    [{ charge: "9999999.99" }, "HU", 9_999_999.99],
  ])("%j in %s is %d", (tags, country, price) => {
    expect(priceOf(tags, country)).toEqual({ price, isKnown: true });
  });

  test.each<Record<string, string>>([
    ...[{}, { fee: "unknown" }, { charge: "cheap" }],
    ...[
      { fee: "no", charge: "0.50 EUR" },
      { fee: "no", charge: "200 Ft" },
      { fee: "no", "charge:conditional": "1 EUR @ (Mo-Fr)" },
      { fee: "donation", charge: "200 Ft" },
    ],
    { fee: "no", charge: "200 Ft", "fee:conditional": "yes @ (10:00-20:00)" },
  ])("%j is unknown, which is not free", (tags) => {
    expect(priceOf(tags, "HU")).toEqual({ price: null, isKnown: false });
  });

  test.each([
    [{ fee: "yes" }, "HU"],
    [{ fee: " Yes" }, "HU"],
    [{ fee: "yes", charge: "1 EUR" }, "HU"],
    [{ fee: "yes", charge: "1 EUR; 400 Ft" }, "HU"],
    [{ fee: "yes", charge: "1.000 Ft" }, "HU"],
    [{ fee: "yes", charge: "10 kr" }, "HU"],
    [{ fee: "yes", charge: "10000000" }, "HU"],
    [{ charge: "5" }, "US"],
  ])("%j in %s costs something, and the amount is unknown", (tags, country) => {
    expect(priceOf(tags, country)).toEqual({ price: null, isKnown: false, costs: true });
  });
});

test.each([
  [{ fee: "yes" }, "HU", undefined],
  [{ fee: "unknown", charge: " Unknown " }, "HU", undefined],
  [{ fee: "yes", charge: "200 Ft" }, "HU", undefined],
  [{ charge: "donation" }, "HU", undefined],
  [{ fee: "yes", charge: "10 NOK" }, "HU", "10 NOK"],
  [{ fee: "NOK 10" }, "HU", "NOK 10"],
  [{ charge: "1 EUR; 400 Ft" }, "HU", "1 EUR; 400 Ft"],
  [{ fee: "no", charge: "200 Ft" }, "HU", "200 Ft"],
  [{ fee: "no", "fee:conditional": "yes @ (Mo-Fr)" }, "HU", "yes @ (Mo-Fr); 0"],
  [{ fee: "no", "fee:conditional": "no @ (Mo-Fr)" }, "HU", "0 @ (Mo-Fr)"],
  [{ fee: "no", charge: "1 EUR", "fee:conditional": "yes @ (Mo)" }, "HU", "1 EUR @ (Mo); 0"],
  [{ fee: "yes", charge: "200 Ft", "fee:conditional": "no @ (Su)" }, "HU", "0 @ (Su)"],
  [{ charge: "1 EUR", "charge:conditional": "2 EUR @ (PH)" }, "HU", "1 EUR; 2 EUR @ (PH)"],
])("%j in %s says of the charge, beyond a price: %s", (tags, country, text) => {
  expect(chargeTextOf(tags, country)).toBe(text);
});
