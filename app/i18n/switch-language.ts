import type { i18n } from "i18next";
import type { Language } from "#domain/text/language.ts";
import { fetchTranslations } from "./fetch-translations.ts";

/**
 * Changes the page's language, loading its words first if need be. Where they cannot be loaded, the page
 * keeps its language.
 *
 * @returns whether the page has the language now
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
