declare global {
  interface HTMLAnchorElement {
    /** What became of a press that came before React served the link. */
    earlyShare?: Promise<ShareOutcome>;
  }
}

/** Outcome of sharing a link; null where the device's own menu has shown it. */
export type ShareOutcome = "copied" | "failed" | null;

/**
 * Shares the URL of a link through the device's share menu, or copies it where there is none. The title in
 * that menu is the link's `data-share`. Neither React nor anything else is needed: browsers allow it only at
 * once after a press, so a page whose application has not started yet calls it too (`start-on-use.ts`).
 */
export async function shareLink({ href: url, dataset }: HTMLAnchorElement): Promise<ShareOutcome> {
  try {
    if (navigator.canShare?.({ url })) {
      await navigator.share({ title: dataset.share, url });
      return null;
    }
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch (error) {
    // A closed share menu is a result, not a failure.
    return error instanceof DOMException && error.name === "AbortError" ? null : "failed";
  }
}
