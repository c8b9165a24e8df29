import { listenForContact, reportFailedLoad } from "#app/network/offline-detection.ts";
import { pageRouter } from "#app/network/page-router.ts";
import { sendQueued } from "#app/network/queued-writes.ts";
import { offlinePages } from "#app/network/worker-message.ts";

/**
 * Opens the requested page, in a page that began as the shell (docs/decisions/045). A place's own page is
 * shown on the map. For a page that needs a connection, `/offline` says so at that page's URL. Once there is
 * contact, the page loads its session: the shell has none.
 */
export function openRequested(requested: string): void {
  const router = pageRouter();
  const target = targetOf(requested);
  void router?.navigate(target ?? "/offline", {
    replace: true,
    // The session is loaded below, and not awaited.
    defaultShouldRevalidate: false,
    ...(target === null && { mask: requested }),
  });
  const stop = listenForContact(
    () => {},
    () => {
      stop();
      void router?.revalidate().finally(() => {
        // Until here the page's account is unknown: queued writes would count as another's.
        delete document.documentElement.dataset.kept;
        return sendQueued();
      });
    },
  );
  // Nothing may have been requested from the server so far.
  reportFailedLoad();
}

/** The path to open, also where the shell is its page; null for a page that needs a connection. */
export function targetOf(requested: string): string | null {
  const place = /^\/places\/([1-9]\d*)(?:[/?#]|$)/.exec(requested)?.[1];
  const at = /[?&](at=[^&#]*)/.exec(requested)?.[1];
  if (place !== undefined) return `/?place=${place}${at === undefined ? "" : `&${at}`}`;
  const isOfflinePage = offlinePages.includes(/^[^?#]*/.exec(requested)?.[0] ?? "");
  return isOfflinePage ? requested : null;
}
