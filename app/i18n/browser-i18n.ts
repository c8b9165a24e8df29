import { createInstance, type InitOptions, type i18n } from "i18next";
import { initReactI18next } from "react-i18next/initReactI18next";
import { languages } from "#domain/text/language.ts";
import { fetchTranslations } from "./fetch-translations.ts";
import { readInlinedTranslations } from "./inlined-translations.tsx";

/**
 * The browser's i18next, speaking the language the server rendered from the words that came with
 * the page, so that hydration finds what it expects. There is no fallback language here: a test
 * holds the languages complete, and `switchLanguage` fetches one before it is spoken.
 */
export async function createBrowserI18n(): Promise<i18n> {
  const language = document.documentElement.lang;
  const words = readInlinedTranslations() ?? (await fetchTranslations(language));
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    ...i18nOptions,
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: words } },
  });
  return instance;
}

/**
 * What the server's and the browser's i18next have in common (docs/product#languages): three
 * languages, regional variants reduced to their base, interpolated values not escaped (React does
 * that).
 */
const i18nOptions = {
  supportedLngs: languages,
  load: "languageOnly",
  nonExplicitSupportedLngs: true,
  ns: ["translation"],
  defaultNS: "translation",
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  returnNull: false,
} satisfies InitOptions;
