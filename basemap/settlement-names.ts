import type { Names } from "./names.ts";
import type { City } from "./read-inputs.ts";
import { cityNames } from "./tables/city-names.ts";

/**
 * Settlements with a wrong population in the source: Parádsasvár has some 400 people, not 76,000.
 */
const wrongPopulations: ReadonlySet<string> = new Set(["HU Parádsasvár"]);

/** Whether the map's font has a settlement's name: a few are in Cyrillic in the source. */
export function isDrawable({ name }: City): boolean {
  return !/\p{Script=Cyrillic}/u.test(name);
}

export function hasWrongPopulation({ country, name }: City): boolean {
  return wrongPopulations.has(`${country} ${name}`);
}

/** A settlement's English name, and others that differ. */
export function settlementNames({ country, name }: City): Names {
  const en = drawable(country === "RO" ? withCommas(name) : name);
  return { ...cityNames.get(`${country} ${en}`), en };
}

/** Romanian has ș and ț with a comma; GeoNames writes the older cedilla. */
function withCommas(name: string): string {
  return name.replaceAll("ş", "ș").replaceAll("ţ", "ț").replaceAll("Ş", "Ș").replaceAll("Ţ", "Ț");
}

/** The name without diacritics and characters that the map's font lacks: Ḩamāh becomes Hamāh. */
function drawable(name: string): string {
  return Array.from(name.normalize("NFC"), (letter) =>
    letter <= "\u017f" || /[șțȘȚ]/.test(letter) ? letter : letter.normalize("NFD")[0],
  )
    .join("")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("Ə", "E")
    .replaceAll(/[\u2018\u2019\u02bc\u02b9]/g, "'");
}
