import { siteColourSheet } from "#domain/branding/site-colour.ts";
import { earlyTapScript } from "./ui/early-tap.ts";

/** Style sheets of the build by their path, in UTF-8; null for one that is not there, as in development. */
type SheetReader = (path: string) => Buffer | null;

/** What a page needs beside what React renders. */
export interface PageParts {
  /** Nonce of the page's content security policy. */
  readonly nonce: string;
  /** Path of the messages of the page's language. */
  readonly messagesPath: string;
  readonly readSheet: SheetReader;
  /** Whether its script reports errors (docs/product#errors-in-browsers). */
  readonly hasReports: boolean;
  /** Whether its script reports web vitals (docs/product#speed-of-pages). */
  readonly hasVitals: boolean;
  /** Whether its browser may save anything (docs/product#places-without-a-connection). */
  readonly hasOffline: boolean;
  /** The operator's colour, `#rrggbb`; null for ours (docs/product#look-of-the-operator). */
  readonly colour: string | null;
}

const sheetLink = /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"[^>]*>/g;
/** Preload of a script. */
export const scriptPreload = /<link\b[^>]*\brel="modulepreload"[^>]*>/g;

/**
 * Orders what a browser meets first in a page, so that a thin line carries what is seen before what is run:
 * the style sheets are in the head itself instead of after the scripts' preloads, which follow the page's
 * content, with one for the messages that the scripts need; presses until they have arrived are noted
 * (ui/early-tap.ts). A sheet's link stays for React, which would else find another head than it rendered;
 * disabled, it is not loaded.
 *
 * @param page the page, or its first piece with the whole head; UTF-8
 */
export function orderHead(
  page: Buffer,
  { nonce, messagesPath, readSheet, hasReports, hasVitals, hasOffline, colour }: PageParts,
): Buffer {
  const headEnd = page.indexOf("</head>");
  if (headEnd === -1) return page;
  let head = page.toString("utf8", 0, headEnd);
  const preloads = head.match(scriptPreload) ?? [];
  if (preloads.length > 0) head = head.replaceAll(scriptPreload, "");
  if (colour !== null) head += `<style nonce="${nonce}">${siteColourSheet(colour)}</style>`;
  if (preloads.length > 0) head += `<script nonce="${nonce}">${earlyTapScript}</script>`;
  // Where no script is loaded yet, the messages are not needed either: the link only names them.
  const loading = preloads.length > 0 ? 'rel="preload" as="fetch" crossorigin ' : "";
  const messagesLink = `<link id="words" ${loading}href="${messagesPath}">`;
  const late = [messagesLink, ...preloads].map((link) =>
    link.replace("<link", '<link fetchpriority="low"'),
  );
  const bodyEnd = page.lastIndexOf("</body>");
  const contentEnd = bodyEnd === -1 ? page.length : bodyEnd;
  // Sheets and content, most of the page, stay bytes.
  return Buffer.concat([
    ...withSheets(head, nonce, readSheet),
    page.subarray(headEnd, contentEnd),
    Buffer.from(late.join("")),
    // Read by `network/report-browser-error.ts`, which is loaded with the first error alone.
    Buffer.from(hasReports ? "" : '<meta name="browser-errors" content="off">'),
    Buffer.from(hasVitals ? "" : '<meta name="web-vitals" content="off">'),
    Buffer.from(hasOffline ? "" : '<meta name="offline" content="off">'),
    page.subarray(contentEnd),
  ]);
}

/** The head with its style sheets before their links, in pieces. */
function* withSheets(head: string, nonce: string, readSheet: SheetReader): Generator<Buffer> {
  let from = 0;
  for (const { 0: link, 1: path, index } of head.matchAll(sheetLink)) {
    const sheet = readSheet(path);
    if (sheet === null) continue;
    yield Buffer.from(`${head.slice(from, index)}<style nonce="${nonce}">`);
    yield sheet;
    yield Buffer.from(`</style>${link.replace("<link", "<link disabled")}`);
    from = index + link.length;
  }
  yield Buffer.from(head.slice(from));
}
