import type { i18n } from "i18next";
import type { Language } from "#domain/text/language.ts";
import { fetchTranslations } from "./fetch-translations.ts";

/**
 * Lets the page speak another language, fetching its words first if they are not here yet. Where
 * they can't be had the page keeps its language.
 *
 * @returns whether the page speaks the language now
 */
export async function switchLanguage(
  instance: i18n,
  language: Language,
  fetchWords: typeof fetchTranslations = fetchTranslations,
): Promise<boolean> {
  if (!instance.hasResourceBundle(language, "translation")) {
    try {
      instance.addResourceBundle(language, "translation", await fetchWords(language));
    } catch {
      return false;
    }
  }
  await instance.changeLanguage(language);
  return true;
}
