import { parseQualityList } from "./quality-list.ts";

/** Languages of the interface, Hungarian first (docs/product#languages). */
export const languages = ["hu", "en", "de"] as const;

export type Language = (typeof languages)[number];

/** Value of each language. */
export function inEachLanguage<Value>(
  valueIn: (language: Language) => Value,
): Record<Language, Value> {
  const values = languages.map((language) => [language, valueIn(language)]);
  return Object.fromEntries(values) as Record<Language, Value>;
}

/**
 * Locale in which `Intl` writes a language: dates, times, amounts and units. English is British, with the
 * 24-hour clock and kilometres as in the product's words.
 */
export const intlLocales: Readonly<Record<Language, string>> = { hu: "hu", en: "en-GB", de: "de" };

/** Language for visitors who want none of them (docs/product#language-detection). */
export const fallbackLanguage: Language = "en";

/**
 * The product's language that most people of a country speak (ISO 3166-1 alpha-2), as the Unicode CLDR has it: German
 * for `AT` and `LI`. English where it is not one of ours.
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

/** Name of the cookie with the chosen language (docs/product#language-detection). */
export const languageCookie = "i18next";

/** Lifetime of that cookie. */
const cookieSeconds = 365 * 24 * 60 * 60;

/** The cookie that stores a choice of language for a year; over https it is sent by https only. */
export function languageCookieText(language: Language, isHttps: boolean): string {
  const secure = isHttps ? "; Secure" : "";
  return `${languageCookie}=${language}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax${secure}`;
}

/** Hints of a request about its language; null where a hint is absent. */
export interface LanguageHints {
  /** The query parameter `lang`. */
  readonly query: string | null;
  /** The cookie `i18next`. */
  readonly cookie: string | null;
  /** The header `Accept-Language`. */
  readonly acceptLanguage: string | null;
}

/**
 * The language of the answer to a request: the first of query, cookie and header that names a language of the
 * product, else the fallback (docs/product#language-detection).
 *
 * @param unasked language of the answer where none of the three names any language, as in requests of search engines
 *   and of previews of links
 */
export function languageOfRequest(
  { query, cookie, acceptLanguage }: LanguageHints,
  unasked: Language = fallbackLanguage,
): Language {
  return (
    toLanguage(query ?? "") ??
    toLanguage(cookie ?? "") ??
    preferredLanguage(acceptLanguage ?? "") ??
    (query || cookie || !isAnyLanguage(acceptLanguage ?? "") ? fallbackLanguage : unasked)
  );
}

/** Whether an `Accept-Language` header prefers no language, as a missing one does (RFC 9110, 12.5.4). */
function isAnyLanguage(acceptLanguage: string): boolean {
  return parseQualityList(acceptLanguage).every(({ item }) => item === "*");
}

/** The most wanted of the product's languages in an `Accept-Language` header (RFC 9110, 12.5.4), or null. */
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
