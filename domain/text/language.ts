import { parseQualityList } from "./quality-list.ts";

/** Languages of the interface, Hungarian first (docs/product#languages). */
export const languages = ["hu", "en", "de"] as const;

export type Language = (typeof languages)[number];

/** Record with a value for each language. */
export function inEachLanguage<Value>(
  valueIn: (language: Language) => Value,
): Record<Language, Value> {
  const values = languages.map((language) => [language, valueIn(language)]);
  return Object.fromEntries(values) as Record<Language, Value>;
}

/**
 * `Intl` locale of a language, for dates, times, amounts and units. English is British, with the 24-hour clock and
 * kilometres, as in the product's messages.
 */
export const intlLocales: Readonly<Record<Language, string>> = { hu: "hu", en: "en-GB", de: "de" };

/** Fallback for visitors who prefer none of our languages (docs/product#language-detection). */
export const fallbackLanguage: Language = "en";

/**
 * Main language of a country (ISO 3166-1 alpha-2) by the Unicode CLDR: German for `AT` and `LI`. English where it is
 * not one of ours.
 */
export function languageOfCountry(country: string): Language {
  return toLanguage(new Intl.Locale(`und-${country}`).maximize().language) ?? fallbackLanguage;
}

/**
 * Reduces a BCP 47 tag in any case to a language of the product: `de-AT` and `de_AT` are `de`. Null for any
 * other language and for a malformed tag.
 */
export function toLanguage(tag: string): Language | null {
  const base = tag.trim().split(/[-_]/, 1)[0].toLowerCase();
  return languages.find((language) => language === base) ?? null;
}

/** Name of the cookie of the chosen language (docs/product#language-detection). */
export const languageCookie = "i18next";

/** Lifetime of the cookie. */
const cookieSeconds = 365 * 24 * 60 * 60;

/** `Set-Cookie` text that stores the chosen language for a year; `Secure` on https. */
export function languageCookieText(language: Language, isHttps: boolean): string {
  const secure = isHttps ? "; Secure" : "";
  return `${languageCookie}=${language}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax${secure}`;
}

/** Language hints of a request; null for an absent one. */
export interface LanguageHints {
  /** The query parameter `lang`. */
  readonly query: string | null;
  /** The cookie `i18next`. */
  readonly cookie: string | null;
  /** The header `Accept-Language`. */
  readonly acceptLanguage: string | null;
}

/**
 * Language of the response to a request: the first of query, cookie and header that names a language of the product,
 * else the fallback (docs/product#language-detection).
 *
 * @param defaultLanguage language of a response to a request without any preference, such as one by a search engine
 *   or for a link preview
 */
export function languageOfRequest(
  { query, cookie, acceptLanguage }: LanguageHints,
  defaultLanguage: Language = fallbackLanguage,
): Language {
  return (
    toLanguage(query ?? "") ??
    toLanguage(cookie ?? "") ??
    preferredLanguage(acceptLanguage ?? "") ??
    (query || cookie || !isAnyLanguage(acceptLanguage ?? "") ? fallbackLanguage : defaultLanguage)
  );
}

/** Whether an `Accept-Language` header prefers no language, as a missing one does (RFC 9110, 12.5.4). */
function isAnyLanguage(acceptLanguage: string): boolean {
  return parseQualityList(acceptLanguage).every(({ item }) => item === "*");
}

/** Preferred one of the product's languages in an `Accept-Language` header (RFC 9110, 12.5.4), or null. */
function preferredLanguage(acceptLanguage: string): Language | null {
  let preferred: Language | null = null;
  let highestQuality = 0;
  for (const { item, quality } of parseQualityList(acceptLanguage)) {
    const language = toLanguage(item);
    if (language !== null && quality > highestQuality) {
      preferred = language;
      highestQuality = quality;
    }
  }
  return preferred;
}
