import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "#tests/hostile-writes/hostile-json.ts";
import { duplicateKey, foldText, searchKey } from "./search-key.ts";

it.each([
  ["Kossuth Lajos tér", "kossuth lajos ter"],
  ["ÁÉÍÓÖŐÚÜŰ", "aeiooouuu"],
  ["Győr".normalize("NFD"), "gyor"],
  ["  Fő   tér ", "fo ter"],
  ["Straße", "strasse"],
  ["Łódź", "lodz"],
  ["Đorđe", "dorde"],
  ["Øresund", "oresund"],
  ["İzmir", "izmir"],
  ["ﬁú", "fiu"],
  ["Ｇｙőｒ", "gyor"],
  ["Київ", "киів"],
  ["", ""],
])("%j is searched as %j", (text, expected) => {
  expect(searchKey(text)).toBe(expected);
});

describe("foldText", () => {
  it.each([
    ["FŐ TÉR", "fő tér"],
    ["  Fő \t\n tér  ", "fő tér"],
    ["Fő\u00a0tér", "fő tér"],
    ["Fő\u3000tér", "fő tér"],
    ["", ""],
    ["   ", ""],
  ])("folds %j to %j", (text, expected) => {
    expect(foldText(text)).toBe(expected);
  });

  it("folds both encoding forms to one", () => {
    expect(foldText("Űrhajó".normalize("NFD"))).toBe(foldText("ŰRHAJÓ".normalize("NFC")));
  });

  it("changes nothing the second time, and leaves no line break", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
        expect(foldText(text)).not.toMatch(/[\n\r]/);
        expect(foldText(text.normalize("NFD"))).toBe(foldText(text.normalize("NFC")));
      }),
      { numRuns: 1000 },
    );
  });
});

const place = { city: "Szőlősgyörök", address: "Fő tér 1.", comments: "a téren" };

describe("duplicateKey", () => {
  it.each([
    ["case", { city: "SZŐLŐSGYÖRÖK", address: "FŐ TÉR 1.", comments: "A Téren" }],
    ["encoding form", { ...place, city: place.city.normalize("NFD") }],
    ["surrounding spaces", { ...place, address: "  Fő tér 1. " }],
    ["repeated spaces", { ...place, address: "Fő  tér\t1." }],
    ["line breaks", { ...place, comments: "a\ntéren\r\n" }],
  ])("is the same whatever the %s", (_, other) => {
    expect(duplicateKey(other)).toBe(duplicateKey(place));
  });

  it.each([
    ["city", { ...place, city: "Szolosgyorok" }],
    ["address", { ...place, address: "Fo tér 1." }],
    ["comments", { ...place, comments: "" }],
  ])("differs with the marks or words of the %s", (_, other) => {
    expect(duplicateKey(other)).not.toBe(duplicateKey(place));
  });

  it("keeps the three fields apart", () => {
    const split = duplicateKey({ city: "Fő", address: "tér 1.", comments: "" });
    expect(duplicateKey({ city: "Fő tér", address: "1.", comments: "" })).not.toBe(split);
    const one = duplicateKey({ city: "Fő", address: "tér", comments: "" });
    expect(duplicateKey({ city: "Fő tér", address: "", comments: "" })).not.toBe(one);
    expect(duplicateKey({ city: "Fő\ntér", address: "", comments: "" })).not.toBe(one);
    expect(duplicateKey({ city: "Fő", address: "", comments: "tér" })).not.toBe(one);
  });
});
