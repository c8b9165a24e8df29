import type { EntryContext } from "react-router";
import { earlyTapScript } from "#app/ui/button.tsx";
import { siteColourSheet } from "#domain/branding/site-colour.ts";
import saveWhileReading from "./save-while-reading.ts?worker&url";
import startOnUse from "./start-on-use.ts?worker&url";

export interface PageHandle {
  /** Whether its page is static: its script starts once the visitor uses it. */
  readonly isStatic?: true;
  /** Whether its page is in a frame on another site's page, where it works at once. */
  readonly isEmbedded?: true;
  readonly describesItself?: true;
}

/**
 * Whether a page is static: its route says so, or its URL does not exist. With a session, or after a failure of the
 * server, the application starts at once.
 */
export function isStatic({ staticHandlerContext, routeModules }: EntryContext): boolean {
  const { matches, statusCode, loaderData } = staticHandlerContext;
  const { session, isSessionUnread } = loaderData.root ?? {};
  if (session !== null || isSessionUnread || statusCode >= 500) return false;
  const last = matches.at(-1);
  const handle = last && (routeModules[last.route.id]?.handle as PageHandle | undefined);
  if (statusCode === 404 && !handle?.isEmbedded) return true;
  return handle?.isStatic ?? false;
}

/** What a page needs in addition to what React renders. */
export interface PageParts {
  readonly nonce: string;
  /** The loaders' data, as the router writes it. */
  readonly data: string;
  readonly messagesPath: string;
  readonly localesPath: string;
  /** Style sheet of the build by its path, in UTF-8; null for a missing one, as in development. */
  readonly readSheet: (path: string) => Buffer | null;
  /** What the operator has switched off, as the names of `<meta>` elements that scripts look for. */
  readonly off: readonly ("browser-errors" | "web-vitals" | "offline")[];
  /** The operator's colour, `#rrggbb`; null for ours (docs/product#branding). */
  readonly colour: string | null;
  /** Whether the application starts on use. */
  readonly isPostponed: boolean;
}

/** React Router ends the path of a sheet with `#` where other chunks have it too. */
const sheetLink = /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"#]+)#?"[^>]*>/g;
const scriptPreload = /<link\b[^>]*\brel="modulepreload"[^>]*>/g;
/** The router's script that imports the page's modules and the application's beginning. */
const startScript = /<script\b([^>]*)\btype="module"([^>]*)>/;
const postponedScript = '<script$1type="text/plain" data-postponed$2>';

/**
 * Orders a page so that a thin line carries what is seen before what is run (docs/decisions/026): style sheets are in
 * the head, preloads follow the content. A sheet's link stays for React, which compares the head with what it rendered;
 * its type keeps Chromium's preload scanner, which loads disabled ones, from the sheet. In a postponed page the
 * starting script becomes text, which `start-on-use.ts` runs.
 *
 * @returns UTF-8
 */
export function orderPage(page: string, parts: PageParts): Buffer<ArrayBuffer> {
  const { nonce, messagesPath, localesPath, readSheet, off, colour } = parts;
  const [headEnd, contentEnd] = [page.indexOf("</head>"), page.lastIndexOf("</body>")];
  const whole = page.slice(headEnd, contentEnd);
  const content = parts.isPostponed ? whole.replace(startScript, postponedScript) : whole;
  const isPostponed = content !== whole;
  let head = page.slice(0, headEnd);
  const preloads = isPostponed ? [] : (head.match(scriptPreload) ?? []);
  head = head.replaceAll(scriptPreload, "");
  if (colour !== null) head += `<style nonce="${nonce}">${siteColourSheet(colour)}</style>`;
  if (preloads.length > 0 || isPostponed)
    head += `<script nonce="${nonce}">${earlyTapScript}</script>`;
  // The links only name the texts, which are not needed before a script is loaded.
  const loading = preloads.length > 0 ? 'rel="preload" as="fetch" crossorigin ' : "";
  const texts = [
    `<link id="words" ${loading}href="${messagesPath}">`,
    `<link id="languages" ${loading}href="${localesPath}">`,
  ];
  const late = [...texts, ...preloads].map((link) =>
    link.replace("<link", '<link fetchpriority="low"'),
  );
  const metas = off.map((name) => `<meta name="${name}" content="off">`);
  const starter = `<script async src="${startOnUse}" data-later="${saveWhileReading}"></script>`;
  const rest = [
    content,
    handoffScript(parts),
    ...late,
    ...metas,
    isPostponed ? starter : "",
    page.slice(contentEnd),
  ];
  return Buffer.concat([...withSheets(head, nonce, readSheet), Buffer.from(rest.join(""))]);
}

/** Script that hands the data on to the router in the browser, as the router's own does. */
function handoffScript({ nonce, data }: PageParts): string {
  const written = JSON.stringify(data).replaceAll("<", "\\u003c");
  const stream = "window.__reactRouterContext.streamController";
  return `<script nonce="${nonce}">${stream}.enqueue(${written});${stream}.close();</script>`;
}

/** The head with its style sheets before their links, in pieces. */
function* withSheets(head: string, nonce: string, readSheet: PageParts["readSheet"]) {
  let from = 0;
  for (const { 0: link, 1: path, index } of head.matchAll(sheetLink)) {
    const sheet = readSheet(path);
    if (sheet === null) continue;
    yield Buffer.from(`${head.slice(from, index)}<style nonce="${nonce}">`);
    yield sheet;
    yield Buffer.from(`</style>${link.replace("<link", '<link disabled type="text/none"')}`);
    from = index + link.length;
  }
  yield Buffer.from(head.slice(from));
}
