import type { EntryContext } from "react-router";
import { scriptPreload } from "./early-head.ts";
import saveWhileReading from "./save-while-reading.ts?worker&url";
import startOnUse from "./start-on-use.ts?worker&url";

/**
 * Whether a page is static: one whose route says so (`handle`), or one for a URL that does not exist. A
 * visitor with a session gets the application at once: the bar then shows what may have changed.
 */
export function isStatic({ staticHandlerContext, routeModules }: EntryContext): boolean {
  const { matches, statusCode, loaderData } = staticHandlerContext;
  const { session, isSessionUnread } = loaderData.root ?? {};
  if (session !== null || isSessionUnread) return false;
  const last = matches.at(-1);
  const handle = last && (routeModules[last.route.id]?.handle as PageHandle | undefined);
  if (statusCode === 404 && !handle?.isEmbedded) return true;
  return handle?.isStatic ?? false;
}

/** What a route exports as its `handle`. */
export interface PageHandle {
  /** Whether its page is static: its script starts once the visitor uses it. */
  readonly isStatic?: true;
  /** Whether its page is in a frame on another site's page, where it works at once. */
  readonly isEmbedded?: true;
  /** Whether its page has a description of its own. */
  readonly describesItself?: true;
}

/** The router's script that imports the page's modules and the application's beginning. */
const startScript = /<script\b([^>]*)\btype="module"([^>]*)>/;

/**
 * Makes a whole page one that loads no more than the few lines of `start-on-use.ts`, which start the
 * application once the visitor uses the page (docs/decisions/026): the application's starting script becomes
 * text, and its preloads go. A page without such a script stays as it is.
 */
export function postponeStart(html: string): string {
  if (!startScript.test(html)) return html;
  return html
    .replaceAll(scriptPreload, "")
    .replace(startScript, '<script$1type="text/plain" data-postponed$2>')
    .replace(
      "</body>",
      `<script async src="${startOnUse}" data-later="${saveWhileReading}"></script></body>`,
    );
}
