import { expect, test } from "vitest";
import { parseKindQuery } from "./find-landmarks.ts";

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
