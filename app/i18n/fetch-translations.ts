import type { ResourceKey } from "i18next";
import { askServer } from "#app/network/ask-server.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Fetches one language's words, trying again as docs/product#loading-of-translations says.
 *
 * @throws {Error} when no retry is left or the answer can't be mended by one
 */
export async function fetchTranslations(language: string): Promise<ResourceKey> {
  for (let retries = 0; ; retries++) {
    const answer = await askServer<ResourceKey>(`/locales/${language}/translation.json`);
    if (answer.ok) return answer.body;
    const delayMs = translationRetryDelayMs(answer.status, retries);
    if (delayMs === null) {
      throw new Error(`translations for ${language}: ${answer.status ?? "no answer"}`);
    }
    await wait(delayMs);
  }
}

/** How often a failed fetch of translations is tried again (docs/product#loading-of-translations). */
const maxTranslationRetries = 5;
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
