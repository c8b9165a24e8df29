import type { Language } from "#domain/language.ts";

const namesByLanguage = new Map<Language, Intl.DisplayNames>();

/** A country's name, or the code itself where it is none. @param country ISO 3166-1 alpha-2 */
export function countryName(country: string, language: Language): string {
  let names = namesByLanguage.get(language);
  if (!names) {
    names = new Intl.DisplayNames([language], { type: "region" });
    namesByLanguage.set(language, names);
  }
  return /^[A-Z]{2}$/.test(country) ? (names.of(country) ?? country) : country;
}
