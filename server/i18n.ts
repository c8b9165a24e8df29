import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { I18n, type Messages } from "#domain/text/i18n.ts";
import {
  fallbackLanguage,
  inEachLanguage,
  type Language,
  languageOfRequest,
} from "#domain/text/language.ts";

const builtFolder = "build/client/locales";
const sourceFolder = "public/locales";

/** Texts of a language: of the product, and of its guide. */
interface LanguageTexts {
  readonly translation: Messages;
  /** Words of mails, which no browser needs. */
  readonly mails: Messages;
  /** Words of the pages of places and towns, which come with these alone. */
  readonly foundPages: Messages;
  /** Words beside the operator's texts of legal pages, which no browser needs. */
  readonly legal: Messages;
  /** Words of the operator's page, which come with that page alone. */
  readonly operation: Messages;
  /** Words of the account's pages that no other page has; they come with these alone. */
  readonly accountPages: Messages;
  /** Words of the page about a time without a connection, which the service worker keeps as a file. */
  readonly offlinePage: Messages;
  readonly guide: unknown;
}

export type Translations = Readonly<Record<Language, LanguageTexts>>;

const builtTranslations = new Map<string | null, Translations>();

/**
 * Every language's `translation.json`, `mail.json`, `legal.json`, `found-pages.json`, `operation.json`,
 * `account-pages.json`, `offline-page.json` and `guide.json`.
 *
 * @param folder the folder that holds `{language}/{file}`
 * @param siteName the operator's name for the product, in place of each language's own
 */
export function readTranslations(folder: string, siteName: string | null = null): Translations {
  const read = (path: string) => JSON.parse(readFileSync(`${folder}/${path}`, "utf8"));
  const named = (messages: Messages): Messages => {
    const { app } = messages;
    if (siteName === null || typeof app !== "object") return messages;
    return { ...messages, app: { ...app, title: siteName } };
  };
  const textsOf = (language: Language): LanguageTexts => ({
    translation: named(read(`${language}/translation.json`)),
    mails: read(`${language}/mail.json`),
    foundPages: read(`${language}/found-pages.json`),
    legal: read(`${language}/legal.json`),
    operation: read(`${language}/operation.json`),
    accountPages: read(`${language}/account-pages.json`),
    offlinePage: read(`${language}/offline-page.json`),
    guide: read(`${language}/guide.json`),
  });
  return inEachLanguage(textsOf);
}

/**
 * Translations now: the built files never change, so they are read once; in development they are
 * read at each request.
 */
function currentTranslations(siteName: string | null): Translations {
  if (!import.meta.env.PROD || !existsSync(builtFolder)) {
    return readTranslations(sourceFolder, siteName);
  }
  const known = builtTranslations.get(siteName) ?? readTranslations(builtFolder, siteName);
  builtTranslations.set(siteName, known);
  return known;
}

/** The words of a language's `translation.json`, as browsers get them. */
export function messagesForBrowsers(language: Language, siteName: string | null): Messages {
  return currentTranslations(siteName)[language].translation;
}

/** The server's words in a language; a text that it lacks is taken from the fallback language. */
export function createServerI18n(language: Language, translations: Translations): I18n {
  const messagesOf = (texts: LanguageTexts) => ({
    ...texts.translation,
    ...texts.mails,
    ...texts.foundPages,
    ...texts.legal,
    ...texts.operation,
    ...texts.accountPages,
    ...texts.offlinePage,
  });
  const fallback = translations[fallbackLanguage];
  return new I18n(language, messagesOf(translations[language]), messagesOf(fallback));
}

/** Words of a request's language, and the guide in it. */
export interface RequestTexts {
  readonly i18n: I18n;
  /** Address of the file with the words. */
  readonly messagesPath: string;
  readonly guide: unknown;
}

const builtTexts = new Map<string, RequestTexts>();

/** What an operator decides of the texts. */
export interface SiteTexts {
  /** The operator's name for the product; null for each language's own. */
  readonly name: string | null;
  /** Language for requests that ask for none. */
  readonly language: Language;
}

/**
 * The texts for a request, in the language that it asks for (docs/product#language-detection).
 *
 * @param site null where the answer is for programs
 */
export function textsOfRequest(request: Request, site: SiteTexts | null): RequestTexts {
  return textsIn(requestLanguage(request, site?.language), site?.name ?? null);
}

/**
 * The texts in a language. The built server has them once a language, and nothing changes them: two requests in
 * different languages never share any, so that nothing can switch the language of an answer that is being rendered.
 *
 * @param siteName the operator's name for the product; null for each language's own
 */
export function textsIn(language: Language, siteName: string | null): RequestTexts {
  const key = `${language} ${siteName ?? ""}`;
  const known = builtTexts.get(key);
  if (known !== undefined) return known;
  const translations = currentTranslations(siteName);
  const texts = {
    i18n: createServerI18n(language, translations),
    messagesPath: messagesPath(language, translations[language].translation),
    guide: translations[language].guide,
  };
  if (import.meta.env.PROD) builtTexts.set(key, texts);
  return texts;
}

/** Address of the file with a language's words. It names its content, so browsers may keep the file for ever. */
function messagesPath(language: Language, messages: Messages): string {
  const hash = createHash("sha256").update(JSON.stringify(messages)).digest("base64url");
  return `/locales/${language}/translation.json?v=${hash.slice(0, 12)}`;
}

/**
 * The language that a request asks for, by URL, cookie and header (docs/product#language-detection).
 *
 * @param unasked language where it asks for none; English if it is not given
 */
export function requestLanguage({ url, headers }: Request, unasked?: Language): Language {
  const hints = {
    query: new URL(url).searchParams.get("lang"),
    cookie: /(?:^|;\s*)i18next=([^;]*)/.exec(headers.get("Cookie") ?? "")?.[1] ?? null,
    acceptLanguage: headers.get("Accept-Language"),
  };
  return languageOfRequest(hints, unasked);
}
