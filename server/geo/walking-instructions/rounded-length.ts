import { intlLocales, type Language } from "#domain/language.ts";

/**
 * A length as one says it to someone who walks: `40`, `250` metres to the next ten, from a kilometre
 * on in kilometres with one decimal. In Hungarian in the accusative, `250 métert`, as what one walks.
 */
export function roundedLength(lengthMeters: number, language: Language): string {
  const isFar = lengthMeters >= 995;
  const value = isFar ? lengthMeters / 1000 : Math.max(10, Math.round(lengthMeters / 10) * 10);
  const text = new Intl.NumberFormat(intlLocales[language], {
    style: "unit",
    unit: isFar ? "kilometer" : "meter",
    unitDisplay: "long",
    maximumFractionDigits: isFar ? 1 : 0,
  }).format(value);
  return language === "hu" ? `${text}t` : text;
}
