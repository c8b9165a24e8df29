/** The languages of the interface, Hungarian first (docs/product#languages). */
export const languages = ["hu", "en", "de"] as const;

export type Language = (typeof languages)[number];

/**
 * The locale that `Intl` writes a language in: dates, times, amounts and units. English is British, with
 * the 24-hour clock and kilometres that the product's words have.
 */
export const intlLocales: Readonly<Record<Language, string>> = { hu: "hu", en: "en-GB", de: "de" };

/** For those who speak none of the three. */
export const fallbackLanguage: Language = "en";

/**
 * Reduces a BCP 47 tag to one of our languages, whatever its case: `de-AT` and `de_AT` are `de`. Null
 * for any other language and for what is no tag.
 */
export function toLanguage(tag: string): Language | null {
  const base = tag.trim().split(/[-_]/, 1)[0].toLowerCase();
  return languages.find((language) => language === base) ?? null;
}

/** What a request says of its sender's language; null where it says nothing. */
export interface LanguageHints {
  /** The query parameter `lang`. */
  readonly query: string | null;
  /** The cookie `i18next`. */
  readonly cookie: string | null;
  /** The header `Accept-Language`. */
  readonly acceptLanguage: string | null;
}

/**
 * The language to answer a request in: the first of query, cookie and header that names one of ours,
 * else the fallback (docs/product#language-detection).
 */
export function languageOfRequest({ query, cookie, acceptLanguage }: LanguageHints): Language {
  return (
    toLanguage(query ?? "") ??
    toLanguage(cookie ?? "") ??
    preferredLanguage(acceptLanguage ?? "") ??
    fallbackLanguage
  );
}

/** The most wanted of our languages in an `Accept-Language` header (RFC 9110, 12.5.4), or null. */
function preferredLanguage(acceptLanguage: string): Language | null {
  let preferred: Language | null = null;
  let highestQuality = 0;
  for (const item of acceptLanguage.split(",")) {
    const [tag, ...parameters] = item.split(";");
    const language = toLanguage(tag);
    const quality = qualityOf(parameters);
    if (language !== null && quality > highestQuality) {
      preferred = language;
      highestQuality = quality;
    }
  }
  return preferred;
}

/** The weight of one item, 0…1: 1 when it has none, 0 (not wanted) when it cannot be read. */
function qualityOf(parameters: readonly string[]): number {
  if (parameters.length === 0) return 1;
  const match = /^\s*q=(0(\.\d{0,3})?|1(\.0{0,3})?)\s*$/i.exec(parameters[0]);
  return match !== null && parameters.length === 1 ? Number(match[1]) : 0;
}
