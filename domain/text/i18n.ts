import type hungarianAccountPages from "../../public/locales/hu/account-pages.json";
import type hungarianFoundPages from "../../public/locales/hu/found-pages.json";
import type hungarianKeyboard from "../../public/locales/hu/keyboard.json";
import type hungarianLegal from "../../public/locales/hu/legal.json";
import type hungarianMails from "../../public/locales/hu/mail.json";
import type hungarianOfflinePage from "../../public/locales/hu/offline-page.json";
import type hungarianOperation from "../../public/locales/hu/operation.json";
import type hungarian from "../../public/locales/hu/translation.json";
import type { Language } from "./language.ts";

/** Texts by key, in groups; a key names its groups with dots between them. */
export interface Messages {
  readonly [key: string]: string | Messages;
}

/**
 * Every key of the texts, which all languages share; one with plural forms without their ending. The
 * server alone has those of mails and of legal pages, the browser alone those of the map's keyboard; the pages of
 * places and towns, the operator's and some of the account bring their own along.
 */
export type MessageKey =
  | KeyWithin<typeof hungarian>
  | KeyWithin<typeof hungarianFoundPages>
  | KeyWithin<typeof hungarianKeyboard>
  | KeyWithin<typeof hungarianLegal>
  | KeyWithin<typeof hungarianMails>
  | KeyWithin<typeof hungarianOperation>
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
 * Text of a key, with values in place of `{{name}}`. The value `count` chooses the plural form by the language's
 * categories (`Intl.PluralRules`), such as `key_one` or `key_few`, where the key has such forms; `key_other` where that
 * one is missing. A key without text is its own text.
 */
export type Translate = (
  key: MessageKey,
  values?: Readonly<Record<string, string | number | undefined>>,
) => string;

/** The words of a page or a request: texts of the languages known so far, and the present language. */
export class I18n {
  readonly #words = new Map<Language, Messages>();
  readonly #listeners = new Set<() => void>();
  readonly #fallback: Messages | undefined;
  #language: Language;
  #translate: Translate;

  /** @param fallback texts for keys that `words` lacks */
  constructor(language: Language, words: Messages, fallback?: Messages) {
    this.#fallback = fallback;
    this.#language = language;
    this.#words.set(language, words);
    this.#translate = createTranslate(language, words, fallback);
  }

  get language(): Language {
    return this.#language;
  }

  /** Translates into the present language; another function after each change of it. */
  get t(): Translate {
    return this.#translate;
  }

  /** Texts of the present language. */
  get words(): Messages {
    return this.#words.get(this.#language) ?? {};
  }

  knows(language: Language): boolean {
    return this.#words.has(language);
  }

  addMessages(language: Language, words: Messages): void {
    this.#words.set(language, words);
  }

  /** Changes the present language to one whose words are known. */
  change(language: Language): void {
    this.#language = language;
    this.#translate = createTranslate(language, this.words, this.#fallback);
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

/** The text of a key as it is written, with its variables; undefined where there is none. */
export function findText(words: Messages, key: string): string | undefined {
  let found: string | Messages | undefined = words;
  for (const part of key.split(".")) {
    if (typeof found !== "object") return undefined;
    found = found[part];
  }
  return typeof found === "string" ? found : undefined;
}

function createTranslate(language: Language, words: Messages, fallback?: Messages): Translate {
  const texts = new Map<string, string>();
  const plural = new Intl.PluralRules(language);
  const textOf = (key: string): string | undefined => {
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = findText(words, key) ?? (fallback && findText(fallback, key));
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
