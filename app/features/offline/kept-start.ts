import { listenForContact, reportFailedLoad } from "#app/network/offline-detection.ts";
import { pageRouter } from "#app/network/page-router.ts";
import { keptPages } from "#app/network/worker-message.ts";

/**
 * Opens the page that was asked for, in a page that began as the shell (docs/decisions/045), where it is one
 * that works without a connection; a place's own page is shown on the map. Once there is contact, the page asks
 * whose session it is: the shell is nobody's.
 */
export function openWanted(wanted: string): void {
  const router = pageRouter();
  const target = targetOf(wanted);
  if (target !== null) void router?.navigate(target, { replace: true });
  const stop = listenForContact(
    () => {},
    () => {
      stop();
      delete document.documentElement.dataset.kept;
      void router?.revalidate();
    },
  );
  // Nothing may have been asked of the server so far.
  reportFailedLoad();
}

/** The address to open; null where the shell is the page, or stands for one that needs a connection. */
export function targetOf(wanted: string): string | null {
  const place = /^\/places\/([1-9]\d*)(?:[/?#]|$)/.exec(wanted)?.[1];
  if (place !== undefined) return `/?place=${place}`;
  const isKept = keptPages.includes(/^[^?#]*/.exec(wanted)?.[0] ?? "");
  return isKept && wanted !== "/" ? wanted : null;
}
