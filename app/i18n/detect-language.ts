import { fallbackLanguage, type Language, toLanguage } from "#domain/language.ts";

/** Name of the cookie that keeps the chosen language (docs/product#language-detection). */
export const languageCookie = "i18next";
/** Key under which local and session storage keep the chosen language (docs/product#language-detection). */
export const languageStorageKey = "i18nextLng";

/** Everything in a browser that may say which language a person wants. */
export interface LanguageSources {
  /** The address's query, with or without `?`. */
  search: string;
  /** `document.cookie`. */
  cookie: string;
  localStorage: Pick<Storage, "getItem"> | null;
  sessionStorage: Pick<Storage, "getItem"> | null;
  /** `navigator.languages`, the preferred first. */
  browserLanguages: readonly string[];
  /** `<html lang>`. */
  pageLanguage: string;
}

/**
 * The language a page should speak (docs/product#language-detection): query parameter `lang`, cookie,
 * local storage, session storage, the browser's languages, the page's; the first that we have,
 * regional variants reduced to their base; else English.
 */
export function detectLanguage(sources: LanguageSources): Language {
  const candidates = [
    new URLSearchParams(sources.search).get("lang"),
    cookieValue(sources.cookie, languageCookie),
    sources.localStorage?.getItem(languageStorageKey),
    sources.sessionStorage?.getItem(languageStorageKey),
    ...sources.browserLanguages,
    sources.pageLanguage,
  ];
  for (const candidate of candidates) {
    const language = candidate ? toLanguage(candidate) : null;
    if (language) return language;
  }
  return fallbackLanguage;
}

function cookieValue(cookies: string, name: string): string | null {
  const pair = cookies.split(/;\s*/).find((entry) => entry.startsWith(`${name}=`));
  return pair ? pair.slice(name.length + 1) : null;
}
