import { parseQualityList } from "./quality-list.ts";

/**
 * Language of the interface: the primary subtag of BCP 47, such as `hu`. A language is data, a folder in
 * `public/locales/` or in the operator's `DATA_DIR/locales/`; texts from outside become one by {@link toLanguage}.
 */
export type Language = string;

/** Language, with a region where its formats are that region's (`en-US` has miles, `en` kilometres). */
export type Locale = string;

/** Properties of a locale, from its language's folder. */
export interface LocaleEntry {
  readonly locale: Locale;
  /** Name in its own language: `Magyar`, `English (United States)`. */
  readonly name: string;
  /** `Intl` locale of its formats, where it is another: `en-GB` for `en`. */
  readonly intl?: string;
  /** `min2` where four digits are not grouped, as in Hungarian. */
  readonly grouping?: "min2";
  /** `long` where the short unit of minutes is not understood, as the Hungarian `p`. */
  readonly minutes?: "long";
  /** Of a language: what visitors call a toilet in a search, and words that may stand before, each after a comma. */
  readonly toilet?: { readonly names: string; readonly before: string };
  /** `new` for a language that has not been read by many yet: the menu says so. */
  readonly state?: "new";
}

/** Locales of the interface, in the order of their languages' own names (docs/product#languages). */
export let localeEntries: readonly LocaleEntry[] = [];

/** Languages of these. */
export let languages: readonly Language[] = [];

/**
 * Sets the locales of this process or page, once at its start: the server has them from the folders
 * (`openLocales` in `server/i18n.ts`), a page from the server.
 */
export function setLocales(known: readonly LocaleEntry[]): void {
  localeEntries = known;
  languages = known.map(({ locale }) => locale).filter((locale) => languageOf(locale) === locale);
}

/** Entry of a locale; for an unknown one without properties. */
export function localeEntryOf(locale: Locale): LocaleEntry {
  return localeEntries.find((entry) => entry.locale === locale) ?? { locale, name: locale };
}

/** Record with a value for each language. */
export function inEachLanguage<Value>(
  valueIn: (language: Language) => Value,
): Record<Language, Value> {
  return Object.fromEntries(languages.map((language) => [language, valueIn(language)]));
}

/** Language of a locale. */
export function languageOf(locale: Locale): Language {
  return locale.split("-", 1)[0];
}

/**
 * `Intl` locale for dates, times, amounts and units: a locale's own; for English without a region the British, with
 * the 24-hour clock, as in the product's messages.
 */
export function intlLocale(locale: Locale): string {
  return localeEntryOf(locale).intl ?? locale;
}

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
  const locale = toLocale(tag);
  return locale && languageOf(locale);
}

/** Reduces a BCP 47 tag to a locale of the product: `en-us` is `en-US`, `en-AU` is `en`, `de-AT` is `de`. */
export function toLocale(tag: string): Locale | null {
  const subtags = tag.trim().split(/[-_]/);
  const language = subtags[0].toLowerCase();
  const known = (text: string) => localeEntries.find(({ locale }) => locale === text)?.locale;
  return known(`${language}-${subtags.at(-1)?.toUpperCase()}`) ?? known(language) ?? null;
}

/** Name of the cookie of the chosen language (docs/product#language-detection). */
export const languageCookie = "i18next";

/** Lifetime of the cookie. */
const cookieSeconds = 365 * 24 * 60 * 60;

/** `Set-Cookie` text that stores the chosen locale for a year; `Secure` on https. */
export function languageCookieText(locale: Locale, isHttps: boolean): string {
  const secure = isHttps ? "; Secure" : "";
  return `${languageCookie}=${locale}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax${secure}`;
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
 * Locale of the response to a request: the first of query, cookie and header that names a language of the product,
 * else the fallback (docs/product#language-detection).
 *
 * @param defaultLanguage language of a response to a request without any preference, such as one by a search engine
 *   or for a link preview
 */
export function localeOfRequest(
  { query, cookie, acceptLanguage }: LanguageHints,
  defaultLanguage: Language = fallbackLanguage,
): Locale {
  return (
    toLocale(query ?? "") ??
    toLocale(cookie ?? "") ??
    preferredLocale(acceptLanguage ?? "") ??
    (query || cookie || !isAnyLanguage(acceptLanguage ?? "") ? fallbackLanguage : defaultLanguage)
  );
}

/** Whether an `Accept-Language` header prefers no language, as a missing one does (RFC 9110, 12.5.4). */
function isAnyLanguage(acceptLanguage: string): boolean {
  return parseQualityList(acceptLanguage).every(({ item }) => item === "*");
}

/** Preferred one of the product's locales in an `Accept-Language` header (RFC 9110, 12.5.4), or null. */
function preferredLocale(acceptLanguage: string): Locale | null {
  let preferred: Locale | null = null;
  let highestQuality = 0;
  for (const { item, quality } of parseQualityList(acceptLanguage)) {
    const locale = toLocale(item);
    if (locale !== null && quality > highestQuality) {
      preferred = locale;
      highestQuality = quality;
    }
  }
  return preferred;
}
