import { describe, expect, it } from "vitest";
import { definiteArticle, streetWithSuffix } from "./hungarian-grammar.ts";

describe("definiteArticle", () => {
  it.each([
    ["Kossuth Lajos utca", "a"],
    ["Andrássy út", "az"],
    ["Ötvös utca", "az"],
    ["Űrhajós tér", "az"],
    ["Ybl Miklós tér", "az"],
    ["Hősök tere", "a"],
    ["„Erzsébet” sétány", "az"],
    ["1. utca", "az"],
    ["2. utca", "a"],
    ["5-ös út", "az"],
    ["10-es út", "a"],
    ["11-es út", "a"],
    ["15. utca", "a"],
    ["50. utca", "az"],
    ["100. utca", "a"],
    ["500. utca", "az"],
    ["1000. utca", "az"],
    ["1848 tér", "az"],
    ["5 000. utca", "az"],
    ["10000. utca", "a"],
    ["I. Szent Gellért utca", "az"],
    ["II. Rákóczi Ferenc út", "a"],
    ["IV. Béla király útja", "a"],
    ["V. László utca", "az"],
    ["VI. utca", "a"],
    ["X. utca", "a"],
    ["L. utca", "az"],
    ["Ipar utca", "az"],
    ["M3 autópálya", "az"],
    ["S. utca", "az"],
    ["B épület", "a"],
    ["", "a"],
  ])("is right before %s", (name, article) => {
    expect(definiteArticle(name)).toBe(article);
  });
});

describe("streetWithSuffix", () => {
  it.each([
    ["Kossuth utca", "a Kossuth utcán", "a Kossuth utcára"],
    ["Andrássy út", "az Andrássy úton", "az Andrássy útra"],
    ["Teréz körút", "a Teréz körúton", "a Teréz körútra"],
    ["Erzsébet krt.", "az Erzsébet körúton", "az Erzsébet körútra"],
    ["Ó u.", "az Ó utcán", "az Ó utcára"],
    ["Széchenyi tér", "a Széchenyi téren", "a Széchenyi térre"],
    ["Hősök tere", "a Hősök terén", "a Hősök terére"],
    ["Béke útja", "a Béke útján", "a Béke útjára"],
    ["Fehérhajó köz", "a Fehérhajó közön", "a Fehérhajó közre"],
    ["Bem rakpart", "a Bem rakparton", "a Bem rakpartra"],
    ["Lánchíd", "a Lánchídon", "a Lánchídra"],
    ["Ilona lépcső", "az Ilona lépcsőn", "az Ilona lépcsőre"],
    ["5. utca", "az 5. utcán", "az 5. utcára"],
    ["II. Rákóczi Ferenc út", "a II. Rákóczi Ferenc úton", "a II. Rákóczi Ferenc útra"],
    ["Városház tér", "a Városház téren", "a Városház térre"],
    ["Margit sziget", "a Margit szigeten", "a Margit szigetre"],
  ])("inflects %s", (name, on, onto) => {
    expect(streetWithSuffix(name, "on")).toBe(on);
    expect(streetWithSuffix(name, "onto")).toBe(onto);
  });

  it.each([["Städtle"], ["Landstrasse"], ["Rue de la Paix"], ["M3"], ["Baker Street"], [""]])(
    "has no suffix for %s",
    (name) => {
      expect(streetWithSuffix(name, "on")).toBeNull();
    },
  );
});
