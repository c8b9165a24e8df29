import {
  fallbackLanguage,
  type Language,
  languageCookie,
  languageCookieText,
  toLanguage,
} from "#domain/text/language.ts";

/** Key of the chosen language in local and session storage (docs/product#language-detection). */
const languageStorageKey = "i18nextLng";

/** The language that this browser asks for (docs/product#language-detection). */
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
 * Stores the language of the URL's `?lang=`, like a choice from the menu; the server has set the cookie with
 * the page.
 */
export function rememberUrlLanguage(): void {
  const language = toLanguage(new URLSearchParams(location.search).get("lang") ?? "");
  if (language) rememberLanguage(language);
}

/**
 * Stores the visitor's choice of language in local storage and the cookie (docs/product#language-detection);
 * without storage, in the cookie alone.
 */
export function rememberLanguage(language: Language): void {
  storageOrNull(() => localStorage)?.setItem(languageStorageKey, language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve
  document.cookie = languageCookieText(language, location.protocol === "https:");
}

/** Reading the property itself throws where a browser forbids storage. */
function storageOrNull(read: () => Storage): Storage | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Sources in a browser that may name the visitor's language. */
export interface LanguageSources {
  /** Query of the URL, with or without `?`. */
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
 * The language of a page (docs/product#language-detection): query parameter `lang`, cookie, local storage,
 * session storage, the browser's languages, the page's; the first that the product has, regional variants
 * reduced to their base; else English.
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
