import { countryCodes } from "#domain/country-code.ts";
import { languages } from "#domain/language.ts";
import { searchKey } from "#domain/search-key.ts";

/** Names of countries of one word, as search keys, in our languages. */
export function countryWords(): ReadonlySet<string> {
  known ??= new Set(languages.flatMap(readNames));
  return known;
}

let known: ReadonlySet<string> | undefined;

function readNames(language: string): string[] {
  const names = new Intl.DisplayNames([language], { type: "region" });
  return countryCodes
    .map((code) => searchKey(names.of(code) ?? ""))
    .filter((name) => /^\p{L}+$/u.test(name));
}
