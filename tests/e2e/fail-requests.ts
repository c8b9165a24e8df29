import type { Page } from "@playwright/test";

interface FailedRequests {
  /** How often the page has asked, the failed times included. */
  readonly count: number;
}

/**
 * Lets the page's first requests for what an address pattern (with `*`) matches fail as they do
 * without a connection. `page.route` would do it too, but turns the browser's cache off.
 */
export async function failRequests(
  page: Page,
  urlPattern: string,
  times: number,
): Promise<FailedRequests> {
  const seen = { count: 0 };
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId }) => {
    seen.count += 1;
    const answer =
      seen.count <= times
        ? session.send("Fetch.failRequest", { requestId, errorReason: "InternetDisconnected" })
        : session.send("Fetch.continueRequest", { requestId });
    // The page may have gone by then.
    answer.catch(() => {});
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern }] });
  return seen;
}
