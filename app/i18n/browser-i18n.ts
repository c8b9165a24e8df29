import { I18n } from "#domain/text/i18n.ts";
import { fallbackLanguage, toLanguage } from "#domain/text/language.ts";
import { fetchTranslations } from "./fetch-translations.ts";
import { readInlinedTranslations } from "./inlined-translations.tsx";

/**
 * The browser's words, in the server's language and as they came with the page, so that hydration finds what it
 * expects. They have no fallback: a test checks that every language is complete, and `switchLanguage` loads
 * one before it is used.
 */
export async function createBrowserI18n(): Promise<I18n> {
  const language = toLanguage(document.documentElement.lang) ?? fallbackLanguage;
  return new I18n(language, readInlinedTranslations() ?? (await fetchTranslations(language)));
}
