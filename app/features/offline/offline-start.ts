import { listenForContact, reportFailedLoad } from "#app/network/offline-detection.ts";
import { pageRouter } from "#app/network/page-router.ts";
import { sendQueued } from "#app/network/queued-writes.ts";
import { offlinePages } from "#app/network/worker-message.ts";

/**
 * Opens the page that was asked for, in a page that began as the shell (docs/decisions/045). A place's own page
 * is shown on the map. For a page that needs a connection, `/offline` says so at that page's address. Once there is
 * contact, the page asks whose session it is: the shell is nobody's.
 */
export function openRequested(requested: string): void {
  const router = pageRouter();
  const target = targetOf(requested);
  void router?.navigate(target ?? "/offline", {
    replace: true,
    // The session is asked for below, and is not waited for.
    defaultShouldRevalidate: false,
    ...(target === null && { mask: requested }),
  });
  const stop = listenForContact(
    () => {},
    () => {
      stop();
      void router?.revalidate().finally(() => {
        // Until here nobody knows whose page it is: what waits would count as another's.
        delete document.documentElement.dataset.kept;
        return sendQueued();
      });
    },
  );
  // Nothing may have been asked of the server so far.
  reportFailedLoad();
}

/** The address to open, also where the shell is its page; null for a page that needs a connection. */
export function targetOf(requested: string): string | null {
  const place = /^\/places\/([1-9]\d*)(?:[/?#]|$)/.exec(requested)?.[1];
  if (place !== undefined) return `/?place=${place}`;
  const isOfflinePage = offlinePages.includes(/^[^?#]*/.exec(requested)?.[0] ?? "");
  return isOfflinePage ? requested : null;
}
