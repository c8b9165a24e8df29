import { existsSync, readFileSync } from "node:fs";
import { createInstance, type i18n, type Resource, type ResourceKey } from "i18next";
import {
  fallbackLanguage,
  type Language,
  languageOfRequest,
  languages,
} from "#domain/text/language.ts";

const builtFolder = "build/client/locales";
const sourceFolder = "public/locales";

let builtTranslations: Resource | null = null;

/**
 * Every language's `translation.json` and `guide.json`.
 *
 * @param folder the folder that holds `{language}/{namespace}.json`
 */
export function readTranslations(folder: string): Resource {
  const read = (path: string): ResourceKey => JSON.parse(readFileSync(`${folder}/${path}`, "utf8"));
  const translations: Resource = {};
  for (const language of languages) {
    translations[language] = {
      translation: read(`${language}/translation.json`),
      guide: read(`${language}/guide.json`),
    };
  }
  return translations;
}

/**
 * Translations now: the built files never change, so they are read once; in development they are
 * read at each request.
 */
function currentTranslations(): Resource {
  if (!import.meta.env.PROD || !existsSync(builtFolder)) return readTranslations(sourceFolder);
  builtTranslations ??= readTranslations(builtFolder);
  return builtTranslations;
}

/**
 * Instance of i18next for one request: two requests in different languages never share one, so that
 * nothing can switch the language of an answer that is being rendered.
 */
export function createServerI18n(language: Language, translations: Resource): i18n {
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: fallbackLanguage,
    supportedLngs: languages,
    load: "languageOnly",
    ns: ["translation", "guide"],
    defaultNS: "translation",
    resources: translations,
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return instance;
}

const builtInstances = new Map<Language, i18n>();

/**
 * The translations for a request, in the language that it asks for (docs/product#language-detection). The
 * built server has one instance a language, which nothing changes.
 */
export function createRequestI18n(request: Request): i18n {
  const language = requestLanguage(request);
  const known = builtInstances.get(language);
  if (known !== undefined) return known;
  const instance = createServerI18n(language, currentTranslations());
  if (import.meta.env.PROD) builtInstances.set(language, instance);
  return instance;
}

/** The language that a request asks for, by address, cookie and header (docs/product#language-detection). */
export function requestLanguage(request: Request): Language {
  return languageOfRequest({
    query: new URL(request.url).searchParams.get("lang"),
    cookie: /(?:^|;\s*)i18next=([^;]*)/.exec(request.headers.get("cookie") ?? "")?.[1] ?? null,
    acceptLanguage: request.headers.get("accept-language"),
  });
}
