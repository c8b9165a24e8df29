import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isEmbedPath } from "#domain/embed/embed-path.ts";
import { I18n, type Messages } from "#domain/text/i18n.ts";
import {
  fallbackLanguage,
  type Language,
  type Locale,
  type LocaleEntry,
  languageCookieText,
  languageOf,
  languages,
  localeEntries,
  localeEntryOf,
  localeOfRequest,
  setLocales,
  toLocale,
} from "#domain/text/language.ts";

/** Folder of the product's languages, each a folder named by its code (docs/decisions/065). */
const productFolder = "public/locales";

/** Files of messages in a language's folder that browsers load. */
export const browserFiles = ["translation", "keyboard", "offline-page"] as const;

/** Path of the file of all locales, which browsers load. */
export const localesFile = "/locales/languages.json";

/** Other files of messages: only the server and the pages that need them have these. */
const serverFiles = [
  "mail",
  "legal",
  "walking",
  "landmark",
  "found-pages",
  "operation",
  "account-pages",
] as const;

type BrowserFile = (typeof browserFiles)[number];
type MessageFile = BrowserFile | (typeof serverFiles)[number];

/** Texts of a language; what it lacks is English. */
interface LanguageTexts {
  /** Messages by file. */
  readonly files: Readonly<Record<MessageFile, Messages>>;
  readonly guide: {
    readonly textLanguage: Language;
    /** Language of the pictures of the product in it. */
    readonly pictureLanguage: Language;
    readonly text: unknown;
  };
  /** Keys and files that the language lacks. */
  readonly missing: readonly string[];
}

export type Translations = Readonly<Record<Language, LanguageTexts>>;

/** Folders with a folder for each language; a text in a later one precedes the same in an earlier one. */
let folders: readonly string[] = [productFolder];

const translationsOf = new Map<string | null, Translations>();
const textsOf = new Map<string, RequestTexts>();

/**
 * Makes the languages known: those of the product, and the operator's in `DATA_DIR/locales`. Each process calls it once
 * at the start.
 *
 * @throws {Error} that names a file that cannot be read
 */
export function openLocales(dataDirectory: string | null): void {
  folders = [productFolder, ...(dataDirectory === null ? [] : [join(dataDirectory, "locales")])];
  translationsOf.clear();
  textsOf.clear();
  const found = folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && /^[a-z]{2,3}$/.test(entry.name))
      .map(({ name }) => name),
  );
  const entries = [...new Set(found)].map(entriesOf);
  setLocales(entries.toSorted(([a], [b]) => a.name.localeCompare(b.name, "en")).flat());
}

/** Properties in a language's `language.json`, all optional, beside those of its locales. */
interface LanguageFile extends Omit<LocaleEntry, "locale" | "name" | "intl"> {
  /** Region whose formats the language has by itself, where it is not the one of most speakers: `GB` for English. */
  readonly region?: string;
  /** Regions whose visitors have formats of their own. */
  readonly formats?: readonly string[];
}

/** Entry of a language, and those of its regions with formats of their own. */
function entriesOf(language: Language): [LocaleEntry, ...LocaleEntry[]] {
  const file: LanguageFile = Object.assign({}, ...readAll<LanguageFile>(language, "language"));
  const { region, formats = [], toilet, ...properties } = file;
  const intl = region && { intl: `${language}-${region}` };
  return [
    { locale: language, name: ownName(language), ...intl, toilet, ...properties },
    ...formats.map((code) => {
      const locale = `${language}-${code}`;
      return { locale, name: ownName(locale), ...properties };
    }),
  ];
}

/** Name of a locale in its own language, as a menu has it. */
function ownName(locale: Locale): string {
  const names = new Intl.DisplayNames(locale, { type: "language", languageDisplay: "standard" });
  const name = names.of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** Contents of a file in a language's folders. */
function readAll<Content>(language: Language, file: string): Content[] {
  const paths = folders.map((folder) => join(folder, language, `${file}.json`));
  return paths.filter(existsSync).map((path) => {
    try {
      return JSON.parse(readFileSync(path, "utf8"));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${path} cannot be read: ${reason}.`, { cause: error });
    }
  });
}

/**
 * Texts of all languages.
 *
 * @param siteName the operator's name for the product, in place of each language's own
 */
export function readTranslations(siteName: string | null = null): Translations {
  const english = readLanguage(fallbackLanguage, null);
  const texts = languages.map((language): [Language, LanguageTexts] => {
    const { files, ...others } =
      language === fallbackLanguage ? english : readLanguage(language, english);
    const { translation } = files;
    const app = { ...(translation.app as Messages), ...(siteName !== null && { title: siteName }) };
    return [language, { ...others, files: { ...files, translation: { ...translation, app } } }];
  });
  return Object.fromEntries(texts);
}

/** @param english in place of what the language lacks; null for English itself */
function readLanguage(language: Language, english: LanguageTexts | null): LanguageTexts {
  const missing: string[] = [];
  const files = [...browserFiles, ...serverFiles].map((file) => {
    const [first = {}, ...later] = readAll<Messages>(language, file);
    const own = later.reduce(mergeMessages, first);
    if (english === null) return [file, own];
    const lacking = missingKeys(own, english.files[file]);
    missing.push(...lacking.map((key) => `${file}.json: ${key}`));
    return [file, lacking.length === 0 ? own : mergeMessages(english.files[file], own)];
  });
  if (!localeEntryOf(language).toilet) missing.push("language.json: toilet");
  const [guide] = readAll(language, "guide").toReversed();
  if (guide === undefined) missing.push("guide.json");
  return {
    files: Object.fromEntries(files),
    guide:
      guide === undefined && english
        ? english.guide
        : { textLanguage: language, pictureLanguage: pictureLanguage(language), text: guide },
    missing,
  };
}

/** Language of the screenshots for a language: English where it has none. */
export function pictureLanguage(language: Language): Language {
  return existsSync(`public/screenshots/map-narrow-${language}.webp`) ? language : fallbackLanguage;
}

/** Messages of both, of one key those of `after`. Of a key with plural forms, all forms are of one of them. */
function mergeMessages(before: Messages, after: Messages): Messages {
  const replaced = new Set(Object.keys(after).map(baseKey));
  const kept = Object.entries(before).filter(
    ([key]) => key in after || !replaced.has(baseKey(key)),
  );
  const merged = Object.entries(after).map(([key, value]) => {
    const earlier = before[key];
    const isGroup = typeof value === "object" && typeof earlier === "object";
    return [key, isGroup ? mergeMessages(earlier, value) : value];
  });
  return { ...Object.fromEntries(kept), ...Object.fromEntries(merged) };
}

/** Key without the suffix of a plural form. */
function baseKey(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, "");
}

/** Keys of `all` that `own` lacks, without suffixes of plural forms. */
function missingKeys(own: Messages, all: Messages): string[] {
  const known = new Set(keysOf(own));
  return [...new Set(keysOf(all))].filter((key) => !known.has(key));
}

function keysOf(messages: Messages, prefix = ""): string[] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === "string" ? [prefix + baseKey(key)] : keysOf(value, `${prefix}${key}.`),
  );
}

/** Current translations: read once; in development at each request. */
function currentTranslations(siteName: string | null): Translations {
  const known = import.meta.env.PROD ? translationsOf.get(siteName) : undefined;
  const translations = known ?? readTranslations(siteName);
  translationsOf.set(siteName, translations);
  return translations;
}

/** Messages of a file for browsers, where it is not the one of the build; null where that has them all. */
export function messagesForBrowsers(
  language: Language,
  file: BrowserFile,
  siteName: string | null,
): Messages | null {
  const isOperators = folders.slice(1).some((folder) => existsSync(join(folder, language)));
  const { missing, files } = currentTranslations(siteName)[language];
  const isRenamed = siteName !== null && file === "translation";
  const isPart = missing.some((text) => text.startsWith(`${file}.json`));
  return isOperators || isRenamed || isPart ? files[file] : null;
}

/** The server's messages in a locale. */
export function createServerI18n(locale: Locale, translations: Translations): I18n {
  // A stored language may have gone since.
  const known = languageOf(locale) in translations ? locale : fallbackLanguage;
  const { files } = translations[languageOf(known)];
  return new I18n(known, Object.assign({}, ...Object.values(files)));
}

/** Messages in a request's locale, and the guide in its language. */
export interface RequestTexts {
  readonly i18n: I18n;
  /** Paths of the files with the messages and with all locales. */
  readonly messagesPath: string;
  readonly localesPath: string;
  readonly guide: LanguageTexts["guide"];
}

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
  return textsIn(requestLocale(request, site?.language), site?.name ?? null);
}

/**
 * The texts in a locale. The built server has one immutable copy a locale: two requests in different languages
 * never share any, so that no request can switch the language of another one's rendering.
 *
 * @param siteName the operator's name for the product; null for each language's own
 */
export function textsIn(locale: Locale, siteName: string | null): RequestTexts {
  const key = `${locale} ${siteName ?? ""}`;
  const known = textsOf.get(key);
  if (known !== undefined) return known;
  const translations = currentTranslations(siteName);
  const language = languageOf(locale);
  const { files, guide } = translations[language];
  const texts = {
    i18n: createServerI18n(locale, translations),
    messagesPath: pathByContent(`/locales/${language}/translation.json`, files.translation),
    localesPath: pathByContent(localesFile, localeEntries),
    guide,
  };
  if (import.meta.env.PROD) textsOf.set(key, texts);
  return texts;
}

/** Path of a file for browsers with a hash of its content, so that they may cache it for ever. */
function pathByContent(path: string, content: unknown): string {
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("base64url");
  return `${path}?v=${hash.slice(0, 12)}`;
}

/**
 * The locale of a request, by URL, cookie and header (docs/product#language-detection).
 *
 * @param fallback default: English
 */
export function requestLocale({ url, headers }: Request, fallback?: Language): Locale {
  const hints = {
    query: new URL(url).searchParams.get("lang"),
    cookie: /(?:^|;\s*)i18next=([^;]*)/.exec(headers.get("Cookie") ?? "")?.[1] ?? null,
    acceptLanguage: headers.get("Accept-Language"),
  };
  return localeOfRequest(hints, fallback);
}

/** The language of a request. */
export function requestLanguage(request: Request): Language {
  return languageOf(requestLocale(request));
}

/**
 * Stores the language of the query in the cookie, since it is a choice. A redirect does so too, and what follows it is
 * in that language; only a frame on another site keeps nothing.
 */
export function rememberChosenLanguage(url: string, headers: Headers, isHttps: boolean): void {
  const { pathname, searchParams } = new URL(url);
  const locale = toLocale(searchParams.get("lang") ?? "");
  if (locale && !isEmbedPath(pathname))
    headers.append("Set-Cookie", languageCookieText(locale, isHttps));
}
