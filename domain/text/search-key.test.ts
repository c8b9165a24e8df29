import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "#tests/hostile-writes/hostile-json.ts";
import { foldText, searchKey } from "./search-key.ts";

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

  it("is idempotent, and leaves no line break", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
        expect(foldText(text)).not.toMatch(/[\n\r]/);
        expect(foldText(text.normalize("NFD"))).toBe(foldText(text.normalize("NFC")));
      }),
      { numRuns: 200 },
    );
  });
});
