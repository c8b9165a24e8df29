import { fetchTranslations } from "#app/i18n/fetch-translations.ts";
import type { PageMessages } from "#app/i18n/page-messages.tsx";
import { fallbackLanguage, toLanguage } from "#domain/text/language.ts";

/** Messages of the page about a time without a connection, in the language of `?lang=` or of the document. */
export async function loadOfflineMessages(params: URLSearchParams): Promise<PageMessages> {
  const named = params.get("lang") ?? document.documentElement.lang;
  const language = toLanguage(named) ?? fallbackLanguage;
  const messages = await fetchTranslations(language, `/locales/${language}/offline-page.json`);
  return { language, messages };
}
