import { I18n, type Messages } from "#domain/text/i18n.ts";
import { fallbackLanguage, type Language, languageOf, toLocale } from "#domain/text/language.ts";
import { fetchTranslations } from "./fetch-translations.ts";

/**
 * The browser's messages, in the server's language and from the file that the page names, so that hydration
 * finds what it expects. The server's files are complete, and `switchLanguage` loads one before it is used.
 */
export async function createBrowserI18n(): Promise<I18n> {
  const locale = toLocale(document.documentElement.lang) ?? fallbackLanguage;
  return new I18n(locale, await fetchPageMessages(languageOf(locale)));
}

/**
 * The messages at the path that the page names and has begun to load. Until they are there, the page works as
 * one without script; after a failure only a connection that is back makes another attempt.
 */
async function fetchPageMessages(language: Language): Promise<Messages> {
  const link = document.querySelector<HTMLLinkElement>("link#words");
  for (;;) {
    // Also one that is back while the last attempt waits for the former one.
    const online = new Promise((resolve) => {
      window.addEventListener("online", resolve, { once: true });
    });
    try {
      return await fetchTranslations(language, link?.href);
    } catch {
      await online;
    }
  }
}
