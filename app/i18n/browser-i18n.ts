import { createInstance, type InitOptions, type i18n } from "i18next";
import { languages } from "#domain/text/language.ts";
import { fetchTranslations } from "./fetch-translations.ts";
import { readInlinedTranslations } from "./inlined-translations.tsx";

/**
 * The browser's i18next, in the server's language and with the words that came with the page, so that
 * hydration finds what it expects. It has no fallback language: a test checks that every language is
 * complete, and `switchLanguage` loads one before it is used.
 */
export async function createBrowserI18n(): Promise<i18n> {
  const language = document.documentElement.lang;
  const words = readInlinedTranslations() ?? (await fetchTranslations(language));
  const instance = createInstance();
  await instance.init({
    ...i18nOptions,
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: words } },
  });
  return instance;
}

/**
 * Options that the server's and the browser's i18next share (docs/product#languages): three languages,
 * regional variants reduced to their base, interpolated values not escaped (React does that).
 */
const i18nOptions = {
  supportedLngs: languages,
  load: "languageOnly",
  nonExplicitSupportedLngs: true,
  ns: ["translation"],
  defaultNS: "translation",
  interpolation: { escapeValue: false },
  returnNull: false,
} satisfies InitOptions;
