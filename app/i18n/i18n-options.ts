import type { InitOptions } from "i18next";
import { languages } from "#domain/language.ts";

/**
 * What the server's and the browser's i18next have in common (docs/product#languages): three
 * languages, regional variants reduced to their base, interpolated values not escaped (React does
 * that).
 */
export const i18nOptions = {
  supportedLngs: languages,
  load: "languageOnly",
  nonExplicitSupportedLngs: true,
  ns: ["translation"],
  defaultNS: "translation",
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  returnNull: false,
} satisfies InitOptions;
