/** Style sheets of the build by their address; null for one that is not there, as in development. */
export type SheetReader = (address: string) => string | null;

const sheetLink = /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"[^>]*>/g;
const scriptPreload = /<link\b[^>]*\brel="modulepreload"[^>]*>/g;

/**
 * Orders what a browser meets first in a page, so that a thin line carries what is seen before what is
 * run: the style sheets stand in the head itself instead of behind the scripts' preloads, which follow the
 * page's content. A sheet's link stays for React, which would else find another head than it rendered;
 * disabled, it is not loaded.
 *
 * @param html the page, or its first piece with the whole head
 * @param nonce nonce of the page's content security policy
 */
export function orderHead(html: string, nonce: string, readSheet: SheetReader): string {
  const headEnd = html.indexOf("</head>");
  if (headEnd === -1) return html;
  let head = html.slice(0, headEnd);
  let rest = html.slice(headEnd);
  head = head.replaceAll(sheetLink, (link, address: string) => {
    const sheet = readSheet(address);
    if (sheet === null) return link;
    return `<style nonce="${nonce}">${sheet}</style>${link.replace("<link", "<link disabled")}`;
  });
  const preloads = head.match(scriptPreload) ?? [];
  if (preloads.length === 0) return head + rest;
  head = head.replaceAll(scriptPreload, "");
  const late = preloads.map((link) => link.replace("<link", '<link fetchpriority="low"')).join("");
  const bodyEnd = rest.lastIndexOf("</body>");
  rest = bodyEnd === -1 ? rest + late : rest.slice(0, bodyEnd) + late + rest.slice(bodyEnd);
  return head + rest;
}
