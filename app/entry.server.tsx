import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { languageCookieText } from "#app/i18n/browser-language.ts";
import { toLanguage } from "#domain/text/language.ts";
import { i18nContext, nonceContext, publicConfigContext } from "#server/request-context.ts";
import { HtmlStream } from "./html-stream.ts";

/** How long a loader's deferred data may take; the renderer itself gets a second more. */
export const streamTimeout = 5_000;

/**
 * How long a page waits for its last piece. What React sends later needs script to show, so only a
 * page that has asked for more time than this, by deferring something, comes in pieces.
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
  const { publicUrl } = context.get(publicConfigContext);
  rememberChosenLanguage(request, headers, publicUrl?.startsWith("https:") ?? false);
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
      const body = new HtmlStream();
      body.once("close", () => clearTimeout(timer));
      pipe(body);
      resolve(new Response(body.stream, { status, headers }));
    };
    const { pipe, abort } = renderToPipeableStream(
      <I18nextProvider i18n={i18n}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </I18nextProvider>,
      {
        nonce,
        // By itself React sends later what stands in a boundary beyond the first 12 KB.
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
          // Before the shell is there, the error reaches `handleError` through `onShellError`.
          if (hasShell && !request.signal.aborted) console.error(error);
        },
      },
    );
    timer = setTimeout(abort, streamTimeout + 1000);
    timer.unref();
  });
}

/**
 * Logs what went wrong in a loader, an action or a rendering, except what is nobody's fault: an
 * address that does not exist and a visitor who has gone.
 */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  console.error(error);
};

/**
 * `?lang=` is a choice (it is how the language menu works without script), and choices are kept.
 */
function rememberChosenLanguage(request: Request, headers: Headers, isHttps: boolean): void {
  const language = toLanguage(new URL(request.url).searchParams.get("lang") ?? "");
  if (language) headers.append("Set-Cookie", languageCookieText(language, isHttps));
}
