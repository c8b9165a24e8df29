import type { ResourceKey } from "i18next";
import { askServer } from "#app/network/ask-server.ts";
import { translationRetryDelayMs } from "./translation-retry.ts";

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
