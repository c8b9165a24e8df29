import { expect, test } from "vitest";
import { parseKindQuery, parseMisspeltKind } from "./find-landmarks.ts";

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
])("'%s' asks for %j, beside '%s'", (text, kinds, rest) => {
  const found = parseKindQuery(text.split(" "));
  expect(found).toMatchObject({ isUnfinished: false, rest: rest.split(" ").filter(Boolean) });
  expect(found?.kinds.toSorted()).toEqual(kinds.toSorted());
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
