import { type Language, toLanguage } from "#domain/language.ts";
import { detectLanguage, languageCookie, languageStorageKey } from "./detect-language.ts";

const yearSeconds = 365 * 24 * 60 * 60;

/** The language this browser asks for. */
export function findBrowserLanguage(): Language {
  return detectLanguage({
    search: location.search,
    cookie: document.cookie,
    localStorage: storageOrNull(() => localStorage),
    sessionStorage: storageOrNull(() => sessionStorage),
    browserLanguages: navigator.languages,
    pageLanguage: document.documentElement.lang,
  });
}

/**
 * Remembers the language that `?lang=` of the address asks for, as a choice from the menu is; the
 * server has set the cookie with the page.
 */
export function rememberAddressedLanguage(): void {
  const language = toLanguage(new URLSearchParams(location.search).get("lang") ?? "");
  if (language) rememberLanguage(language);
}

/**
 * Remembers a person's choice of language in local storage and the cookie
 * (docs/product#language-detection); where storage is forbidden, the cookie alone.
 */
export function rememberLanguage(language: Language): void {
  storageOrNull(() => localStorage)?.setItem(languageStorageKey, language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve
  document.cookie = languageCookieText(language, location.protocol === "https:");
}

/** The cookie that keeps a choice of language for a year; over https it is sent by https only. */
export function languageCookieText(language: Language, isHttps: boolean): string {
  const secure = isHttps ? "; Secure" : "";
  return `${languageCookie}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
}

/** Reading the very property throws where a browser forbids storage. */
function storageOrNull(read: () => Storage): Storage | null {
  try {
    return read();
  } catch {
    return null;
  }
}
