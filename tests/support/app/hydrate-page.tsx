import { act } from "@testing-library/react";
import type { ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { vi } from "vitest";
import { I18nProvider } from "#app/i18n/use-translation.tsx";
import type { Language } from "#domain/text/language.ts";
import { messagesOf } from "./render-page.tsx";

interface HydrationOptions {
  readonly language: Language;
  /** Time of the server as it renders the page. */
  readonly renderedAt: Date;
  /** Time of the browser as it opens the page. */
  readonly openedAt: Date;
}

/** What a server does not have. */
const browserGlobals = ["window", "document", "navigator", "location", "localStorage"];

/**
 * Renders a page as the server does, and lets the browser take it over. React in development compares both, the
 * attributes included, which it does not in production.
 *
 * @returns the differences that React reports, and the page's element
 */
export async function hydratePage(
  page: ReactNode,
  { language, renderedAt, openedAt }: HydrationOptions,
) {
  const Page = createRoutesStub([{ path: "/", Component: () => page }]);
  const element = (
    <I18nProvider i18n={messagesOf(language)}>
      <Page initialEntries={["/"]} />
    </I18nProvider>
  );
  vi.useFakeTimers({ now: renderedAt, toFake: ["Date"] });
  for (const name of browserGlobals) vi.stubGlobal(name, undefined);
  const html = renderToString(element);
  vi.unstubAllGlobals();
  vi.setSystemTime(openedAt);

  const container = document.createElement("div");
  container.innerHTML = html;
  document.body.append(container);
  const differences: string[] = [];
  const consoleError = vi
    .spyOn(console, "error")
    .mockImplementation((...parts) => void differences.push(parts.map(String).join(" ")));
  const root = await act(async () =>
    hydrateRoot(container, element, {
      onRecoverableError: (error) => differences.push(String(error)),
    }),
  );
  await act(async () => root.unmount());
  container.remove();
  consoleError.mockRestore();
  vi.useRealTimers();
  return { differences, html };
}
