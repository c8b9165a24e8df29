import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { MemoryRouter } from "react-router";
import type { Language } from "#domain/language.ts";
import { createServerI18n, readTranslations } from "#server/i18n.ts";

/** The markup that the server would send for a part of a page, in a language. */
export function renderInLanguage(language: Language, part: ReactNode): string {
  const instance = createServerI18n(language, readTranslations("public/locales"));
  return renderToStaticMarkup(
    <I18nextProvider i18n={instance}>
      <MemoryRouter>{part}</MemoryRouter>
    </I18nextProvider>,
  );
}
