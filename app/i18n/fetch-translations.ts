import { fetchApi } from "#app/network/fetch-api.ts";
import type { Messages } from "#domain/text/i18n.ts";
import type { Language } from "#domain/text/language.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Loads the messages of a language, with retries.
 *
 * @throws {Error} as {@link fetchTexts}
 */
export function fetchTranslations(
  language: Language,
  file: "translation" | "keyboard" | "offline-page" = "translation",
): Promise<Messages> {
  return fetchTexts(`/locales/${language}/${file}.json`);
}

/**
 * Loads a file of texts, with retries (docs/product#loading-of-translations).
 *
 * @throws {Error} when no retry is left or the response will not change with one
 */
export async function fetchTexts<Content>(path: string): Promise<Content> {
  for (let retries = 0; ; retries++) {
    const result = await fetchApi<Content>(path);
    if (result.ok) return result.body;
    const delayMs = translationRetryDelayMs(result.status, retries);
    if (delayMs === null) {
      throw new Error(`${path}: ${result.status ?? "no answer"}`);
    }
    await wait(delayMs);
  }
}

/** Maximum number of retries (docs/product#loading-of-translations). */
const maxTranslationRetries = 5;
const firstRetryMs = 350;

/**
 * Delay before the next attempt to load translations (docs/product#loading-of-translations): 500–599 or no
 * response at all is retried, five times, the delay doubling from 350 ms; other failures are not retried.
 *
 * @param status HTTP status of the failed response, or null when none came
 * @param retries number of earlier retries, 0 at the first failure
 * @returns the delay in milliseconds, or null to give up
 */
export function translationRetryDelayMs(status: number | null, retries: number): number | null {
  const isWorthRetrying = status === null || (status >= 500 && status <= 599);
  if (!isWorthRetrying || retries >= maxTranslationRetries) return null;
  return firstRetryMs * 2 ** retries;
}
