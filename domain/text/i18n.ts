import type hungarianAccountPages from "../../public/locales/hu/account-pages.json";
import type hungarianFoundPages from "../../public/locales/hu/found-pages.json";
import type hungarianKeyboard from "../../public/locales/hu/keyboard.json";
import type hungarianLandmarks from "../../public/locales/hu/landmark.json";
import type hungarianLegal from "../../public/locales/hu/legal.json";
import type hungarianMails from "../../public/locales/hu/mail.json";
import type hungarianOfflinePage from "../../public/locales/hu/offline-page.json";
import type hungarianOperation from "../../public/locales/hu/operation.json";
import type hungarian from "../../public/locales/hu/translation.json";
import type hungarianWalking from "../../public/locales/hu/walking.json";
import { type Language, type Locale, languageOf } from "./language.ts";

/** Messages by key, in nested groups; a key joins their names by dots. */
export interface Messages {
  readonly [key: string]: string | Messages;
}

/**
 * Key of a message, the same in all languages; for plural forms without the suffix of the form. Only the server has
 * the messages of mails, walks, landmarks and legal pages, only the browser those of the map's keyboard; the pages of places and
 * towns, the operator's pages and some of the account load namespaces of their own.
 */
export type MessageKey =
  | KeyWithin<typeof hungarian>
  | KeyWithin<typeof hungarianFoundPages>
  | KeyWithin<typeof hungarianKeyboard>
  | KeyWithin<typeof hungarianLandmarks>
  | KeyWithin<typeof hungarianLegal>
  | KeyWithin<typeof hungarianMails>
  | KeyWithin<typeof hungarianOperation>
  | KeyWithin<typeof hungarianWalking>
  | KeyWithin<typeof hungarianAccountPages>
  | KeyWithin<typeof hungarianOfflinePage>;

type KeyWithin<Group> = {
  [Key in keyof Group & string]: Group[Key] extends string
    ? WithoutPlural<Key>
    : `${Key}.${KeyWithin<Group[Key]>}`;
}[keyof Group & string];

type WithoutPlural<Key extends string> = Key extends `${infer Counted}_${Intl.LDMLPluralRule}`
  ? Counted
  : Key;

/**
 * Message of a key, with values in place of `{{name}}`. The value `count` selects the plural form by the language's
 * categories (`Intl.PluralRules`), such as `key_one` or `key_few`, where the key has such forms, with `key_other` as
 * the fallback. A key without a message results in the key itself.
 */
export type Translate = (
  key: MessageKey,
  values?: Readonly<Record<string, string | number | undefined>>,
) => string;

/** Messages of a page or a request, by the languages loaded so far, and the current language. */
export class I18n {
  readonly #messages = new Map<Language, Messages>();
  readonly #listeners = new Set<() => void>();
  #locale: Locale;
  #translate: Translate;

  constructor(locale: Locale, messages: Messages) {
    this.#locale = locale;
    this.#messages.set(this.language, messages);
    this.#translate = createTranslate(this.language, messages);
  }

  get language(): Language {
    return languageOf(this.#locale);
  }

  /** The language with the region of its formats. */
  get locale(): Locale {
    return this.#locale;
  }

  /** Translates into the current language; another function after each change of it. */
  get t(): Translate {
    return this.#translate;
  }

  /** Messages of the current language. */
  get messages(): Messages {
    return this.#messages.get(this.language) ?? {};
  }

  knows(language: Language): boolean {
    return this.#messages.has(language);
  }

  addMessages(language: Language, messages: Messages): void {
    this.#messages.set(language, messages);
  }

  /** Changes to a locale of a language whose messages are loaded. */
  change(locale: Locale): void {
    this.#locale = locale;
    this.#translate = createTranslate(this.language, this.messages);
    for (const listener of this.#listeners) listener();
  }

  /**
   * Calls `listener` after each change of the language.
   *
   * @returns a function that ends it
   */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** Message of a key with its placeholders; undefined where it is missing. */
export function findText(messages: Messages, key: string): string | undefined {
  let found: string | Messages | undefined = messages;
  for (const part of key.split(".")) {
    if (typeof found !== "object") return undefined;
    found = found[part];
  }
  return typeof found === "string" ? found : undefined;
}

function createTranslate(language: Language, messages: Messages): Translate {
  const texts = new Map<string, string>();
  const plural = new Intl.PluralRules(language);
  const textOf = (key: string): string | undefined => {
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = findText(messages, key);
    if (text !== undefined) texts.set(key, text);
    return text;
  };
  return (key, values) => {
    const count = values?.count;
    const counted =
      typeof count === "number"
        ? (textOf(`${key}_${plural.select(count)}`) ?? textOf(`${key}_other`))
        : undefined;
    const text = counted ?? textOf(key) ?? key;
    return values && text.includes("{{")
      ? text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name) => String(values[name] ?? ""))
      : text;
  };
}
