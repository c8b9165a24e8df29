import { describe, expect, test } from "vitest";
import {
  levelOf,
  priceTagsOf,
  readAccess,
  readAudience,
  readEquipment,
  readPayment,
  readYesNo,
  splitPrice,
  yesNoOf,
} from "./cell-values.ts";

describe("yes and no", () => {
  test.each([
    ["yes", ["Yes", "TRUE", "1", "-1", "x", "✓", "Igen", "van", "JA", "vorhanden", "Oui"]],
    ["no", ["No", "0", "nem", "nincs", "Nein", "keine", "non", "✗"]],
    ["limited", ["részben", "teilweise", "partial"]],
    [null, ["", "maybe", "2", "24/7", "unisex"]],
  ])("%s", (answer, texts) => {
    expect(texts.map(yesNoOf)).toEqual(texts.map(() => answer));
  });

  test("keeps what a cell says beside it", () => {
    const tag = "changing_table";
    expect(readYesNo("Yes (in the accessible toilet)", tag)).toEqual({
      tags: { changing_table: "yes" },
      rest: "in the accessible toilet",
    });
    expect(readYesNo("ask staff", tag)).toEqual({ tags: {}, rest: "ask staff" });
  });
});

describe("price", () => {
  test.each([
    ["none", { fee: "no" }],
    ["Free", { fee: "no" }],
    ["Ingyenes", { fee: "no" }],
    ["kostenlos", { fee: "no" }],
    ["Gratuit", { fee: "no" }],
    ["0", { fee: "no" }],
    ["0,00 €", { fee: "no" }],
    ["50p", { fee: "yes", charge: "0.50 GBP" }],
    ["£0.20", { fee: "yes", charge: "0.20 GBP" }],
    ["0,50 €", { fee: "yes", charge: "0.50 EUR" }],
    ["50 Cent", { fee: "yes", charge: "0.50 EUR" }],
    ["200 Ft", { fee: "yes", charge: "200 HUF" }],
    ["100,- Ft", { fee: "yes", charge: "100 HUF" }],
    ["fizetős", { fee: "yes" }],
    ["Spende", { fee: "donation" }],
    ["0.2", { fee: "yes", charge: "0.20" }],
    ["ask inside", null],
    ["50p, free for children", null],
  ])("%s", (text, tags) => {
    expect(priceTagsOf(text, true)).toEqual(tags);
  });

  test("a number without a unit is no amount where the currency is not certain", () => {
    expect(priceTagsOf("50", false)).toBeNull();
  });

  test("is read after a dash", () => {
    expect(splitPrice("nein - gratis")).toEqual({ price: { fee: "no" }, before: "nein" });
    expect(splitPrice("11 - 23 Uhr - 0,50 €")).toEqual({
      price: { fee: "yes", charge: "0.50 EUR" },
      before: "11 - 23 Uhr",
    });
    expect(splitPrice("Mo - Fr")).toBeNull();
  });
});

test.each([
  ["female and male", { female: "yes", male: "yes" }, ""],
  ["Damen 1", { female: "yes" }, ""],
  ["Unisex barrierefrei 1", { unisex: "yes", wheelchair: "yes" }, ""],
  ["Pissoir", { "toilets:position": "urinal" }, ""],
  ["barrierefrei 1, Pissoir", { wheelchair: "yes" }, "barrierefrei 1, Pissoir"],
  ["férfi, női", { male: "yes", female: "yes" }, ""],
  ["Library", {}, "Library"],
])("audience %s", (text, tags, rest) => {
  expect(readAudience(text)).toEqual({ tags, rest });
});

test("levels", () => {
  const texts = ["2", "-1", "ground floor", "földszint", "UG", "1st floor", "2. emelet", "roof"];
  expect(texts.map(levelOf)).toEqual(["2", "-1", "0", "0", "-1", "1", "2", null]);
});

test("means of payment by words, and by the header of a column of yes and no", () => {
  expect(readPayment("Münzen, Karte", "Zahlung").tags).toEqual({
    "payment:coins": "yes",
    "payment:cards": "yes",
  });
  expect(readPayment("1", "canBePayedWithNFC").tags).toEqual({ "payment:contactless": "yes" });
  expect(readPayment("0", "canBePayedInApp").tags).toEqual({ "payment:app": "no" });
  expect(readPayment("barter", "Zahlung")).toEqual({ tags: {}, rest: "barter" });
});

test("access by words, and by a header that asks for a key", () => {
  expect(readAccess("Customers only", "Access").tags).toEqual({ access: "customers" });
  expect(readAccess("TRUE", "KeyRequired").tags).toEqual({ access: "key" });
  expect(readAccess("FALSE", "KeyRequired")).toEqual({ tags: {}, rest: "" });
  expect(readAccess("yes", "Access")).toEqual({ tags: {}, rest: "yes" });
});

test("equipment names what is known and keeps the rest", () => {
  expect(readEquipment("Euro Key, Feuerlöscher; Wickeltisch")).toEqual({
    tags: { centralkey: "eurokey", changing_table: "yes" },
    rest: "Feuerlöscher",
  });
  expect(readEquipment("keine")).toEqual({ tags: {}, rest: "" });
});
