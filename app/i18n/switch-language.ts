import type { I18n } from "#domain/text/i18n.ts";
import { type Locale, languageOf } from "#domain/text/language.ts";
import { fetchTranslations } from "./fetch-translations.ts";

/**
 * Changes the page's language, loading its messages first if need be. Where they cannot be loaded, the page
 * keeps its language.
 *
 * @returns whether the page has the language now
 */
export async function switchLanguage(
  i18n: I18n,
  locale: Locale,
  fetchMessages: typeof fetchTranslations = fetchTranslations,
): Promise<boolean> {
  const language = languageOf(locale);
  if (!i18n.knows(language)) {
    try {
      i18n.addMessages(language, await fetchMessages(language));
    } catch {
      return false;
    }
  }
  i18n.change(locale);
  return true;
}
