import { expect, test } from "vitest";
import { parseKindQuery, parseMisspeltKind } from "./landmarks.ts";

test.each<[text: string, kinds: string[], rest: string]>([
  ["bahnhof", ["station", "halt"], ""],
  ["vasutallomas vaduz", ["station", "halt"], "vaduz"],
  ["keleti palyaudvar", ["station", "halt"], "keleti"],
  ["keleti pu", ["station", "halt"], "keleti"],
  ["railway station", ["station", "halt"], ""],
  ["bus station", ["bus_station"], ""],
  ["metro station deak", ["subway"], "deak"],
  ["pharmacy", ["pharmacy"], ""],
  ["u bahn", ["subway"], ""],
  ["patika szeged", ["pharmacy"], "szeged"],
  ["lekaren kosice", ["pharmacy"], "kosice"],
  ["zeleznicna stanica", ["station", "halt"], ""],
  ["вокзал", ["station", "halt"], ""],
  ["muzei", ["museum"], ""],
])("'%s' asks for %j, beside '%s'", (text, kinds, rest) => {
  const found = parseKindQuery(text.split(" "));
  expect(found).toMatchObject({ isUnfinished: false, rest: rest.split(" ").filter(Boolean) });
  expect(found?.kinds.toSorted()).toEqual(kinds.toSorted());
});

test.each<[text: string, kinds: string[], country: string, rest: string]>([
  ["gare", ["station", "halt"], "MC", ""],
  ["gare monaco", ["station", "halt"], "MC", "monaco"],
  ["gare routiere", ["bus_station"], "MC", ""],
  ["hotel de ville", ["townhall"], "MC", ""],
  ["rautatieasema", ["station", "halt"], "FI", ""],
  ["asema", ["station", "halt"], "FI", ""],
  ["jarnvagsstation", ["station", "halt"], "FI", ""],
  ["stazione", ["station", "halt"], "CH", ""],
  // In other letters than the country's.
  ["bolnitsa", ["hospital"], "BG", ""],
])("'%s' asks for %j where the language is spoken, as in %s", (text, kinds, country, rest) => {
  const found = parseKindQuery(text.split(" "));
  expect(found).toMatchObject({ isUnfinished: false, rest: rest.split(" ").filter(Boolean) });
  expect(found?.kinds.toSorted()).toEqual(kinds.toSorted());
  expect(found?.countries).toContain(country);
  expect(found?.countries).not.toContain("HU");
});

test("a word of the product's languages asks for its kind in every country", () => {
  for (const word of ["bahnhof", "allomas", "station", "museum", "hotel"])
    expect(parseKindQuery([word])).toMatchObject({ countries: null });
});

test.each<[text: string, kinds: string[]]>([
  ["gyogysz", ["pharmacy"]],
  ["railway sta", ["station", "halt"]],
  ["vaduz bahnh", ["station", "halt"]],
  ["muze", ["museum"]],
])("'%s' is unfinished and asks for %j", (text, kinds) => {
  const found = parseKindQuery(text.split(" "));
  expect(found).toMatchObject({ isUnfinished: true });
  expect(found?.kinds).toEqual(expect.arrayContaining(kinds));
});

test.each([
  "vaduz",
  "bahnhofstrasse",
  "bahnhof strasse schaan",
  "templom ter",
  "muz",
  "muze utca 3",
])("'%s' asks for no kind", (text) => {
  expect(parseKindQuery(text.split(" "))).toBeNull();
});

test.each<[text: string, kinds: string[], rest: string]>([
  ["railwy station", ["station", "halt"], ""],
  ["trainstation", ["station", "halt"], ""],
  ["apotheek schaan", ["pharmacy"], "schaan"],
  ["gyogyszertra", ["pharmacy"], ""],
  // The kind of the most words, then that of the fewest mistakes.
  ["bus statoin", ["bus_station"], ""],
  ["church musem", ["place_of_worship"], "musem"],
])("'%s' asks for %j with mistakes, besides '%s'", (text, kinds, rest) => {
  const found = parseMisspeltKind(text.split(" "));
  expect(found?.rest).toEqual(rest.split(" ").filter(Boolean));
  expect(found?.kinds).toEqual(kinds);
});

test.each(["vaduz", "bahnhof strasse schaan", "apo", "parc", "schaan"])(
  "'%s' asks for no kind, with mistakes either",
  (text) => {
    expect(parseMisspeltKind(text.split(" "))).toBeNull();
  },
);
