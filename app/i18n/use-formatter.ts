import { useTranslation } from "react-i18next";
import { fallbackLanguage, type Language, toLanguage } from "#domain/language.ts";
import { createFormatter, type Formatter } from "./formatter.ts";

const formatters = new Map<Language, Formatter>();

/** The formatter of the page's language. */
export function useFormatter(): Formatter {
  const { i18n } = useTranslation();
  const language = toLanguage(i18n.language) ?? fallbackLanguage;
  const formatter = formatters.get(language) ?? createFormatter(language);
  formatters.set(language, formatter);
  return formatter;
}
