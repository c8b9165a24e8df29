import { I18n, type Messages } from "#domain/text/i18n.ts";
import { fallbackLanguage, type LocaleEntry, setLocales, toLocale } from "#domain/text/language.ts";
import { fetchTexts } from "./fetch-translations.ts";

/**
 * The browser's messages, in the server's language and from the file that the page names, so that hydration
 * finds what it expects; and the locales of the product. The server's files are complete, and `switchLanguage` loads
 * one before it is used.
 */
export async function createBrowserI18n(): Promise<I18n> {
  const [messages, locales] = await Promise.all([
    fetchNamed<Messages>("words"),
    fetchNamed<LocaleEntry[]>("languages"),
  ]);
  setLocales(locales);
  return new I18n(toLocale(document.documentElement.lang) ?? fallbackLanguage, messages);
}

/**
 * File of texts that the page names and has begun to load. Until it is loaded, the page works as without script; after
 * a failure, the next attempt follows when the connection is back.
 *
 * @param id of its `<link>`
 */
async function fetchNamed<Content>(id: string): Promise<Content> {
  const { href = "" } = document.querySelector<HTMLLinkElement>(`link#${id}`) ?? {};
  for (;;) {
    // Also one that is back while the last attempt waits for the former one.
    const online = new Promise((resolve) => {
      window.addEventListener("online", resolve, { once: true });
    });
    try {
      return await fetchTexts(href);
    } catch {
      await online;
    }
  }
}
