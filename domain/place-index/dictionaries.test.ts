import { expect, it } from "vitest";
import { CityDictionary } from "./dictionaries.ts";

function ranksOf(dictionary: CityDictionary, names: string[]) {
  return names.map((name) => dictionary.ranks[dictionary.register(name)]);
}

it("ranks names in Hungarian alphabetical order, digraphs as letters", () => {
  const dictionary = new CityDictionary();
  const names = ["Csorna", "Cuha", "Cegléd", "Ózd", "Orosháza", "Zsámbék", "Zirc", "Zwolle"];
  for (const name of names) dictionary.register(name);
  dictionary.rank();
  const sorted = ["Cegléd", "Cuha", "Csorna", "Orosháza", "Ózd", "Zirc", "Zwolle", "Zsámbék"];
  expect(ranksOf(dictionary, sorted)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

it("keeps a name's number while its rank changes when a new name comes between", () => {
  const dictionary = new CityDictionary();
  const [pecs, eger] = ["Pécs", "Eger"].map((name) => dictionary.register(name));
  dictionary.rank();
  const mako = dictionary.register("Makó");
  dictionary.rank();
  expect(dictionary.register("Pécs")).toBe(pecs);
  expect([eger, mako, pecs].map((city) => dictionary.ranks[city])).toEqual([0, 1, 2]);
});

it("gives one rank to spellings of a name that the order doesn't tell apart", () => {
  const dictionary = new CityDictionary();
  const names = ["Győr".normalize("NFC"), "Győr".normalize("NFD"), "Gyula"];
  for (const name of names) dictionary.register(name);
  dictionary.rank();
  expect(ranksOf(dictionary, names)).toEqual([0, 0, 1]);
});
