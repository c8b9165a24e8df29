import { fetchTranslations } from "#app/i18n/fetch-translations.ts";
import type { PageWords } from "#app/i18n/own-words.tsx";
import { fallbackLanguage, toLanguage } from "#domain/text/language.ts";

/** The words of the page about a time without a connection, in the language of `?lang=` or of the document. */
export async function loadOfflineWords(params: URLSearchParams): Promise<PageWords> {
  const named = params.get("lang") ?? document.documentElement.lang;
  const language = toLanguage(named) ?? fallbackLanguage;
  const words = await fetchTranslations(language, `/locales/${language}/offline-page.json`);
  return { language, words };
}
