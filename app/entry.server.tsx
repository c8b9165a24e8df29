import { existsSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { prerenderToNodeStream } from "react-dom/static";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";

import { I18nProvider } from "#app/i18n/use-translation.tsx";
import {
  i18nContext,
  nonceContext,
  publicConfigContext,
  textPathsContext,
} from "#server/request-context.ts";
import { isStatic, orderPage, type PageParts } from "./page-start.ts";

/** Time limit of a page that waits for chunks. */
const chunksTimeoutMs = 5_000;

/** Renders a page, whole: no loader defers data. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext);
  const i18n = context.get(i18nContext);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", i18n.locale);
  headers.append("Vary", "Cookie, Accept-Language");
  const { browserErrors, webVitals, offline, site } = context.get(publicConfigContext);
  const off: PageParts["off"] = [
    ...(browserErrors ? [] : (["browser-errors"] as const)),
    ...(webVitals ? [] : (["web-vitals"] as const)),
    ...(offline ? [] : (["offline"] as const)),
  ];
  if (request.method === "HEAD") return new Response(null, { status, headers });

  // Read before: the router's own script suspends while it reads.
  const { serverHandoffStream, ...page } = routerContext;
  const data = await new Response(serverHandoffStream).text();
  const html = await render(
    <I18nProvider i18n={i18n}>
      <ServerRouter context={page} url={request.url} nonce={nonce} />
    </I18nProvider>,
  );
  const ordered = orderPage(html, {
    ...{ nonce, data, off, readSheet, colour: site.colour },
    ...context.get(textPathsContext),
    isPostponed: import.meta.env.PROD && isStatic(routerContext),
  });
  return new Response(ordered, { status, headers });
}

/** React's mark of a boundary whose content the browser has to render. */
const unrendered = "<!--$!-->";

/**
 * `renderToString` takes two thirds of the time of React's streams, but waits for nothing, and keeps the errors of
 * boundaries to itself; a page with a chunk that is not loaded yet, or with such an error, is rendered again.
 */
export async function render(page: ReactNode): Promise<string> {
  const html = renderToString(page);
  if (!html.includes(unrendered)) return html;
  const { prelude } = await prerenderToNodeStream(page, {
    signal: AbortSignal.timeout(chunksTimeoutMs),
    // By default React sends boundaries beyond the first 12 KB later.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => console.error(error),
  });
  return text(prelude);
}

/** Logs errors of loaders, actions and rendering, except unknown paths and aborted requests. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  console.error(error);
};

const sheets = new Map<string, Buffer | null>();

/** A style sheet of the build; null in development, where Vite serves them. */
function readSheet(urlPath: string): Buffer | null {
  const known = sheets.get(urlPath);
  if (known !== undefined) return known;
  const path = `build/client${urlPath}`;
  const sheet = import.meta.env.PROD && existsSync(path) ? readFileSync(path) : null;
  sheets.set(urlPath, sheet);
  return sheet;
}
