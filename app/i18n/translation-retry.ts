/** How often a failed fetch of translations is tried again (docs/product#loading-of-translations). */
export const maxTranslationRetries = 5;
const firstRetryMs = 350;

/**
 * How long to wait before fetching translations again (docs/product#loading-of-translations): 500–599 or no
 * answer at all is retried, five times, the wait doubling from 350 ms; anything else is not.
 *
 * @param status HTTP status of the failed answer, or null when none came
 * @param retries how many retries there have been already, 0 at the first failure
 * @returns the wait in milliseconds, or null to give up
 */
export function translationRetryDelayMs(status: number | null, retries: number): number | null {
  const isWorthRetrying = status === null || (status >= 500 && status <= 599);
  if (!isWorthRetrying || retries >= maxTranslationRetries) return null;
  return firstRetryMs * 2 ** retries;
}
