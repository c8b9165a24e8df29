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
  messagesPathContext,
  nonceContext,
  publicConfigContext,
} from "#server/request-context.ts";
import { orderHead } from "./early-head.ts";
import { HtmlStream } from "./html-stream.ts";
import { isStatic, postponeStart } from "./postpone-start.ts";

/** Time limit of a loader's deferred data; the renderer gets a second more. */
export const streamTimeout = 5_000;

/**
 * Time limit of a page's last chunk. Chunks that React sends later need script to show, so only a page that defers data
 * is streamed.
 */
const lastPieceMs = 300;

/** Renders a page in the request's language. */
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
  headers.set("Content-Language", i18n.language);
  headers.append("Vary", "Cookie, Accept-Language");
  const {
    browserErrors: hasReports,
    webVitals: hasVitals,
    offline: hasOffline,
    site,
  } = context.get(publicConfigContext);
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
      const isPostponed = import.meta.env.PROD && isStatic(routerContext);
      const messagesPath = context.get(messagesPathContext);
      const flags = { hasReports, hasVitals, hasOffline };
      const parts = { nonce, messagesPath: messagesPath, readSheet, ...flags, colour: site.colour };
      const body = new HtmlStream((piece) =>
        orderHead(isPostponed ? Buffer.from(postponeStart(piece.toString())) : piece, parts),
      );
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

/**
 * Logs the error of a loader, an action or a rendering, except two expected ones: an unknown path and an aborted
 * request.
 */
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
