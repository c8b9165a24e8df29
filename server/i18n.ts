import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { isEmbedPath } from "#domain/embed/embed-path.ts";
import { I18n, type Messages } from "#domain/text/i18n.ts";
import {
  fallbackLanguage,
  inEachLanguage,
  type Language,
  languageCookieText,
  languageOfRequest,
  toLanguage,
} from "#domain/text/language.ts";

const builtFolder = "build/client/locales";
const sourceFolder = "public/locales";

/** Files of messages beside `translation.json`: those of mails and legal pages, and of pages that load their own. */
const otherFiles = ["mail", "found-pages", "legal", "operation", "account-pages", "offline-page"];

/** Texts of a language. */
interface LanguageTexts {
  /** Content of `translation.json`, for browsers. */
  readonly translation: Messages;
  /** Content of all files of messages. */
  readonly messages: Messages;
  readonly guide: unknown;
}

export type Translations = Readonly<Record<Language, LanguageTexts>>;

const builtTranslations = new Map<string | null, Translations>();

/**
 * The texts of every language.
 *
 * @param folder the folder with `{language}/{file}`
 * @param siteName the operator's name for the product, in place of each language's own
 */
export function readTranslations(folder: string, siteName: string | null = null): Translations {
  const read = (path: string) => JSON.parse(readFileSync(`${folder}/${path}`, "utf8"));
  const named = (messages: Messages): Messages => {
    const { app } = messages;
    if (siteName === null || typeof app !== "object") return messages;
    return { ...messages, app: { ...app, title: siteName } };
  };
  return inEachLanguage((language: Language): LanguageTexts => {
    const translation = named(read(`${language}/translation.json`));
    const others = otherFiles.map((file) => read(`${language}/${file}.json`));
    const messages = Object.assign({}, translation, ...others);
    return { translation, messages, guide: read(`${language}/guide.json`) };
  });
}

/**
 * Current translations: the built files never change, so they are read once; in development they are read at each
 * request.
 */
function currentTranslations(siteName: string | null): Translations {
  if (!import.meta.env.PROD || !existsSync(builtFolder)) {
    return readTranslations(sourceFolder, siteName);
  }
  const known = builtTranslations.get(siteName) ?? readTranslations(builtFolder, siteName);
  builtTranslations.set(siteName, known);
  return known;
}

/** The messages of a language's `translation.json`, for browsers. */
export function messagesForBrowsers(language: Language, siteName: string | null): Messages {
  return currentTranslations(siteName)[language].translation;
}

/** The server's messages in a language; a missing one is taken from the fallback language. */
export function createServerI18n(language: Language, translations: Translations): I18n {
  return new I18n(
    language,
    translations[language].messages,
    translations[fallbackLanguage].messages,
  );
}

/** Messages in a request's language, and the guide in it. */
export interface RequestTexts {
  readonly i18n: I18n;
  /** Path of the file with the messages. */
  readonly messagesPath: string;
  readonly guide: unknown;
}

const builtTexts = new Map<string, RequestTexts>();

/** Settings of the operator for texts. */
export interface SiteTexts {
  /** The operator's name for the product; null for each language's own. */
  readonly name: string | null;
  /** Default language of requests. */
  readonly language: Language;
}

/**
 * The texts for a request, in its language (docs/product#language-detection).
 *
 * @param site null where the response is for programs
 */
export function textsOfRequest(request: Request, site: SiteTexts | null): RequestTexts {
  return textsIn(requestLanguage(request, site?.language), site?.name ?? null);
}

/**
 * The texts in a language. The built server has one immutable copy a language: two requests in different languages
 * never share any, so that no request can switch the language of another one's rendering.
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

/**
 * Path of the file with a language's messages. It contains a hash of the content, so browsers may cache the file for
 * ever.
 */
function messagesPath(language: Language, messages: Messages): string {
  const hash = createHash("sha256").update(JSON.stringify(messages)).digest("base64url");
  return `/locales/${language}/translation.json?v=${hash.slice(0, 12)}`;
}

/**
 * The language of a request, by URL, cookie and header (docs/product#language-detection).
 *
 * @param fallback default: English
 */
export function requestLanguage({ url, headers }: Request, fallback?: Language): Language {
  const hints = {
    query: new URL(url).searchParams.get("lang"),
    cookie: /(?:^|;\s*)i18next=([^;]*)/.exec(headers.get("Cookie") ?? "")?.[1] ?? null,
    acceptLanguage: headers.get("Accept-Language"),
  };
  return languageOfRequest(hints, fallback);
}

/**
 * Stores the language of the query in the cookie, since it is a choice. A redirect does so too, and what follows it is
 * in that language; only a frame on another site keeps nothing.
 */
export function rememberChosenLanguage(url: string, headers: Headers, isHttps: boolean): void {
  const { pathname, searchParams } = new URL(url);
  const language = toLanguage(searchParams.get("lang") ?? "");
  if (language && !isEmbedPath(pathname))
    headers.append("Set-Cookie", languageCookieText(language, isHttps));
}
