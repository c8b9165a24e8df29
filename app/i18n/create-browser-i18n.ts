import { type BackendModule, createInstance, type i18n } from "i18next";
import { initReactI18next } from "react-i18next/initReactI18next";
import { fetchTranslations } from "./fetch-translations.ts";
import { i18nOptions } from "./i18n-options.ts";
import { readInlinedTranslations } from "./inlined-translations.tsx";

const backend: BackendModule = {
  type: "backend",
  init: () => {},
  read: (language, namespace, done) => {
    fetchTranslations(language, namespace).then(
      (words) => done(null, words),
      (error: Error) => done(error, null),
    );
  },
};

/**
 * The browser's i18next, speaking the language the server rendered from the words that came with
 * the page, so that hydration finds what it expects. Other languages are fetched when chosen. There
 * is no fallback language here: a fallback would be fetched before hydration, and a test holds the
 * languages complete.
 */
export async function createBrowserI18n(): Promise<i18n> {
  const language = document.documentElement.lang;
  const words = readInlinedTranslations();
  const instance = createInstance();
  await instance
    .use(initReactI18next)
    .use(backend)
    .init({
      ...i18nOptions,
      lng: language,
      fallbackLng: false,
      partialBundledLanguages: true,
      resources: words ? { [language]: { translation: words } } : undefined,
    });
  return instance;
}
