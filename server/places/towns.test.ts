import { expect, it } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Language } from "#domain/text/language.ts";
import { listTowns } from "./towns.ts";

const budapest: Coordinates = [19.05, 47.5];
const oslo: Coordinates = [10.75, 59.91];
const vienna: Coordinates = [16.37, 48.21];

const towns: readonly (readonly [name: string, position: Coordinates])[] = [
  ["Ålesund", oslo],
  ["Oslo", oslo],
  ["Øksfjord", oslo],
  ["Wien", vienna],
  ["Czabó", budapest],
  ["Csömör", budapest],
  ["Budapest XI.", budapest],
];

function list(language: Language, search = "", homeCountry = "HU") {
  const counts = { total: 1, open: 0, accessible: 0, free: 0, changing_table: 0 };
  const known = towns.map(([name, position]) => ({ name, position, counts }));
  const placeIndex = { towns: () => known } as unknown as Parameters<
    typeof listTowns
  >[0]["placeIndex"];
  const found = listTowns({ placeIndex }, { page: 1, search, language, homeCountry });
  return found.towns.map(({ country, name }) => `${country} ${name}`);
}

it.each<[Language, string, string[]]>([
  ["hu", "HU", ["HU Budapest XI.", "HU Czabó", "HU Csömör", "AT Wien"]],
  ["en", "HU", ["HU Budapest XI.", "HU Csömör", "HU Czabó", "AT Wien"]],
  ["de", "NO", ["NO Ålesund", "NO Øksfjord", "NO Oslo", "AT Wien"]],
])(
  "lists towns by country, the home's first, as %s orders them from %s",
  (language, home, first) => {
    expect(list(language, "", home).slice(0, first.length)).toEqual(first);
  },
);

it.each([
  ["alesund", ["NO Ålesund"]],
  ["XI", ["HU Budapest XI."]],
  ["fjord", []],
  ["c", ["HU Czabó", "HU Csömör"]],
])("finds by the beginning of a word: %s", (search, expected) => {
  expect(list("hu", search)).toEqual(expected);
});
