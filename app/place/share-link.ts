declare global {
  interface HTMLAnchorElement {
    /** What became of a press that came before React served the link. */
    earlyShare?: Promise<ShareOutcome>;
  }
}

/** Outcome of sharing a link; null where the device's own menu has shown it. */
export type ShareOutcome = "copied" | "failed" | null;

/**
 * Shares the URL of a link (title in `data-share`) by the device's menu, or copies it. Browsers allow it only at once
 * after a
 * press, so `start-on-use.ts` calls it too, without React.
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
