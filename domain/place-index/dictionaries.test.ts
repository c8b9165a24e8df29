import fc from "fast-check";
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

it("ranks names in the order of a country's main language", () => {
  const dictionary = new CityDictionary("SK");
  const names = ["Holíč", "Hurbanovo", "Chorvátsky Grob", "Ilava"];
  for (const name of names.toReversed()) dictionary.register(name);
  dictionary.rank();
  expect(ranksOf(dictionary, names)).toEqual([0, 1, 2, 3]);
});

it("ranks names in other languages too, also those that come later", () => {
  const dictionary = new CityDictionary();
  const ranksIn = (language: string, names: string[]) =>
    names.map((name) => dictionary.ranksIn(language)[dictionary.register(name)]);
  for (const name of ["Csorna", "Cuha", "Chyňa", "Hont"]) dictionary.register(name);
  dictionary.rank();
  expect(ranksIn("hu", ["Chyňa", "Cuha", "Csorna", "Hont"])).toEqual([0, 1, 2, 3]);
  expect(ranksIn("en", ["Chyňa", "Csorna", "Cuha", "Hont"])).toEqual([0, 1, 2, 3]);
  expect(ranksIn("sk", ["Csorna", "Cuha", "Hont", "Chyňa"])).toEqual([0, 1, 2, 3]);
  dictionary.register("Cibakháza");
  dictionary.rank();
  expect(ranksIn("sk", ["Cibakháza", "Csorna", "Cuha", "Hont", "Chyňa"])).toEqual([0, 1, 2, 3, 4]);
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

it("has one rank for spellings of a name that compare as equal", () => {
  const dictionary = new CityDictionary();
  const names = ["Győr".normalize("NFC"), "Győr".normalize("NFD"), "Gyula"];
  for (const name of names) dictionary.register(name);
  dictionary.rank();
  expect(ranksOf(dictionary, names)).toEqual([0, 0, 1]);
});

it("ranks names that come little by little as it ranks all of them at once", () => {
  const name = fc.stringMatching(/^[aábcsdzőö]{1,3}$/);
  const property = fc.property(fc.array(fc.array(name), { maxLength: 6 }), (batches) => {
    const dictionary = new CityDictionary();
    const used = new Set<string>();
    for (const [number, names] of batches.entries()) {
      for (const registered of names) {
        used.add(registered.normalize(number % 2 === 0 ? "NFC" : "NFD"));
        dictionary.register(registered.normalize(number % 2 === 0 ? "NFC" : "NFD"));
      }
      dictionary.rank();
      const [forgotten] = names;
      if (number % 3 !== 1 || forgotten === undefined) continue;
      // A name that is no longer used gives its number to the next new one.
      used.delete(forgotten.normalize("NFD"));
      const isUsed = new Uint8Array(dictionary.numberLimit);
      for (const name of used) isUsed[dictionary.register(name)] = 1;
      dictionary.retainOnly(isUsed);
    }
    const atOnce = new CityDictionary();
    for (const registered of used) atOnce.register(registered);
    atOnce.rank();
    const order = (ranks: number[]) => ranks.map((a) => ranks.map((b) => Math.sign(a - b)));
    expect(order(ranksOf(dictionary, [...used]))).toEqual(order(ranksOf(atOnce, [...used])));
  });
  fc.assert(property, { numRuns: 300 });
});
