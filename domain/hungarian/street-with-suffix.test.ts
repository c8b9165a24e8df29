import { describe, expect, it } from "vitest";
import { streetWithSuffix } from "./street-with-suffix.ts";

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
    "leaves %s alone",
    (name) => {
      expect(streetWithSuffix(name, "on")).toBeNull();
    },
  );
});
