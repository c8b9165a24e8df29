import type { ResourceKey } from "i18next";
import { translationRetryDelayMs } from "./translation-retry.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Fetches one language's words, trying again as the specification's section 8 says.
 *
 * @throws {Error} when no retry is left or the answer can't be mended by one
 */
export async function fetchTranslations(
  language: string,
  fetchFile: typeof fetch = fetch,
): Promise<ResourceKey> {
  for (let retries = 0; ; retries++) {
    const response = await fetchFile(`/locales/${language}/translation.json`).catch(() => null);
    if (response?.ok) return response.json();
    const delayMs = translationRetryDelayMs(response?.status ?? null, retries);
    if (delayMs === null) {
      throw new Error(`translations for ${language}: ${response?.status ?? "no answer"}`);
    }
    await wait(delayMs);
  }
}
