import {
  fallbackLanguage,
  type Locale,
  languageCookie,
  languageCookieText,
  toLocale,
} from "#domain/text/language.ts";

/** Key of the chosen language in local and session storage (docs/product#language-detection). */
const languageStorageKey = "i18nextLng";

/**
 * The locale of a page (docs/product#language-detection): query parameter `lang`, cookie, local storage, session
 * storage, the browser's languages, the page's; the first that the product has, regional variants without formats of
 * their own reduced to their base; else English.
 */
export function findBrowserLanguage(): Locale {
  const candidates = [...languageHints(), ...navigator.languages, document.documentElement.lang];
  for (const candidate of candidates) {
    const locale = toLocale(candidate);
    if (locale) return locale;
  }
  return fallbackLanguage;
}

/** What query, cookie and storage name as a language, the product's or not. */
export function languageHints(): string[] {
  const stored = (read: () => Storage) => storageOrNull(read)?.getItem(languageStorageKey);
  const hints = [
    new URLSearchParams(location.search).get("lang"),
    new RegExp(`(?:^|; *)${languageCookie}=([^;]*)`).exec(document.cookie)?.[1],
    stored(() => localStorage),
    stored(() => sessionStorage),
  ];
  return hints.filter((hint) => hint != null);
}

/**
 * Stores the language of the URL's `?lang=`, like a choice from the menu; the server has set the cookie with
 * the page.
 */
export function rememberUrlLanguage(): void {
  const locale = toLocale(new URLSearchParams(location.search).get("lang") ?? "");
  if (locale) rememberLanguage(locale);
}

/**
 * Stores the visitor's choice of language in local storage and the cookie (docs/product#language-detection);
 * without storage, in the cookie alone.
 */
export function rememberLanguage(locale: Locale): void {
  storageOrNull(() => localStorage)?.setItem(languageStorageKey, locale);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve
  document.cookie = languageCookieText(locale, location.protocol === "https:");
}

/** Reading the property itself throws where a browser forbids storage. */
function storageOrNull(read: () => Storage): Storage | null {
  try {
    return read();
  } catch {
    return null;
  }
}
