/** Style sheets of the build by their address; null for one that is not there, as in development. */
export type SheetReader = (address: string) => string | null;

/** What a page needs beside what React renders. */
export interface PageParts {
  /** Nonce of the page's content security policy. */
  readonly nonce: string;
  /** Address of the words of the page's language. */
  readonly wordsAddress: string;
  readonly readSheet: SheetReader;
}

const sheetLink = /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"[^>]*>/g;
const scriptPreload = /<link\b[^>]*\brel="modulepreload"[^>]*>/g;

/**
 * Orders what a browser meets first in a page, so that a thin line carries what is seen before what is
 * run: the style sheets stand in the head itself instead of behind the scripts' preloads, which follow the
 * page's content, with one for the words that the scripts need. A sheet's link stays for React, which would
 * else find another head than it rendered; disabled, it is not loaded.
 *
 * @param html the page, or its first piece with the whole head
 */
export function orderHead(html: string, { nonce, wordsAddress, readSheet }: PageParts): string {
  const headEnd = html.indexOf("</head>");
  if (headEnd === -1) return html;
  let head = html.slice(0, headEnd);
  const rest = html.slice(headEnd);
  head = head.replaceAll(sheetLink, (link, address: string) => {
    const sheet = readSheet(address);
    if (sheet === null) return link;
    return `<style nonce="${nonce}">${sheet}</style>${link.replace("<link", "<link disabled")}`;
  });
  const preloads = head.match(scriptPreload) ?? [];
  if (preloads.length > 0) head = head.replaceAll(scriptPreload, "");
  const words = `<link id="words" rel="preload" as="fetch" crossorigin href="${wordsAddress}">`;
  const late = [words, ...preloads].map((link) =>
    link.replace("<link", '<link fetchpriority="low"'),
  );
  const bodyEnd = rest.lastIndexOf("</body>");
  if (bodyEnd === -1) return head + rest + late.join("");
  return head + rest.slice(0, bodyEnd) + late.join("") + rest.slice(bodyEnd);
}
