import { readFileSync } from "node:fs";
import { join } from "node:path";
import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createRoutesStub, Outlet } from "react-router";
import { I18nProvider } from "#app/i18n/use-translation.tsx";
import { I18n } from "#domain/text/i18n.ts";
import type { Language } from "#domain/text/language.ts";

type Routes = Parameters<typeof createRoutesStub>[0];

interface PageOptions {
  /** Path that the router starts at. */
  readonly path?: string;
  readonly language?: Language;
  /** Data of the root route, such as the visitor's session. */
  readonly root?: object;
}

const locales = join(import.meta.dirname, "../../../public/locales");
const namespaces = ["translation", "account-pages", "found-pages", "operation"];

const known = new Map<Language, I18n>();

/** Messages of a language, those of every namespace. */
export function messagesOf(language: Language): I18n {
  const messages = known.get(language) ?? readMessages(language);
  known.set(language, messages);
  return messages;
}

function readMessages(language: Language): I18n {
  const messages = namespaces.map((name) => {
    return JSON.parse(readFileSync(join(locales, language, `${name}.json`), "utf8"));
  });
  return new I18n(language, Object.assign({}, ...messages));
}

/**
 * Renders a component, or routes with their loaders and actions, in a DOM, as a page in the browser does.
 *
 * @returns the queries of Testing Library, and a user with a keyboard and a pointer
 */
export function renderPage(
  page: ReactNode | Routes,
  { path = "/", language = "hu", root = {} }: PageOptions = {},
) {
  const children = isRoutes(page) ? page : [{ path: "/", Component: () => page }];
  const Page = createRoutesStub([{ id: "root", loader: () => root, Component: Outlet, children }]);
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const rendered = render(
    <I18nProvider i18n={messagesOf(language)}>
      <Page initialEntries={[path]} hydrationData={{ loaderData: { root } }} />
    </I18nProvider>,
  );
  return { user, ...rendered };
}

function isRoutes(page: ReactNode | Routes): page is Routes {
  return Array.isArray(page) && page.every((route) => typeof route === "object" && "path" in route);
}
