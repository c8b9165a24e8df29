import { readFileSync } from "node:fs";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { I18nProvider } from "#app/i18n/use-translation.tsx";
import { I18n } from "#domain/text/i18n.ts";
import type { Language } from "#domain/text/language.ts";

/**
 * A component's markup as the server would write it, with the words of one language.
 *
 * @param search of the page's address
 */
export function renderInLanguage(element: ReactNode, language: Language, search = ""): string {
  const read = (name: string) => {
    const file = new URL(`../../../public/locales/${language}/${name}.json`, import.meta.url);
    return JSON.parse(readFileSync(file, "utf8"));
  };
  const i18n = new I18n(language, { ...read("translation"), ...read("account-pages") });
  const Page = createRoutesStub([{ path: "/", Component: () => element }]);
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Page initialEntries={[`/${search}`]} />
    </I18nProvider>,
  );
}

/** What a person reads of a piece of markup: its text, each element's apart from the next. */
export function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/[\s\u00a0\u202f]+/g, " ")
    .trim();
}
