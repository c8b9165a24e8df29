import { existsSync, readFileSync } from "node:fs";
import { renderToPipeableStream } from "react-dom/server";
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
import { HtmlStream } from "./html-stream.ts";
import { isStatic, orderPage, type PageParts } from "./page-start.ts";

/** Time limit of a loader's deferred data; the renderer gets a second more. */
export const streamTimeout = 5_000;

/** Time limit of a page's last chunk: what React sends later needs script to show, so only deferred data is streamed. */
const lastPieceMs = 300;

export default function handleRequest(
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
  if (request.method === "HEAD") return Promise.resolve(new Response(null, { status, headers }));

  return new Promise((resolve, reject) => {
    let hasShell = false;
    let isSent = false;
    let timer: NodeJS.Timeout;
    let patience: NodeJS.Timeout | undefined;
    const send = () => {
      clearTimeout(patience);
      if (isSent) return;
      isSent = true;
      const parts: PageParts = {
        ...{ nonce, off, readSheet, colour: site.colour },
        ...context.get(textPathsContext),
        isPostponed: import.meta.env.PROD && isStatic(routerContext),
      };
      const body = new HtmlStream((piece) => orderPage(piece, parts));
      body.once("close", () => clearTimeout(timer));
      pipe(body);
      resolve(new Response(body.stream, { status, headers }));
    };
    const { pipe, abort } = renderToPipeableStream(
      <I18nProvider i18n={i18n}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </I18nProvider>,
      {
        nonce,
        // By default React sends boundaries beyond the first 12 KB later.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellReady() {
          hasShell = true;
          patience = setTimeout(send, lastPieceMs);
        },
        onAllReady: send,
        onShellError(error) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error) {
          // Before the shell is ready, the error reaches `handleError` through `onShellError`.
          if (hasShell && !request.signal.aborted) console.error(error);
        },
      },
    );
    timer = setTimeout(abort, streamTimeout + 1000);
    timer.unref();
  });
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
