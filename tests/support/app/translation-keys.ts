import { globSync, readFileSync } from "node:fs";

/** A translation file: words, or more of the same below a key. */
export interface Messages {
  [key: string]: string | Messages;
}

/** Every text of a translation file by its whole key, such as `status.open`. */
export function flattenMessages(messages: Messages, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value === "string") flat.set(prefix + key, value);
    else
      for (const [whole, text] of flattenMessages(value, `${prefix}${key}.`)) flat.set(whole, text);
  }
  return flat;
}

/** The variables of a text, `{{name}}`, sorted. */
export function variablesOf(text: string): string[] {
  return [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1]).toSorted();
}

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** The key that code asks for: `places.count` for `places.count_one`. */
export function baseKey(key: string): string {
  return key.replace(pluralSuffix, "");
}

export function pluralCategoryOf(key: string): string | null {
  return pluralSuffix.exec(key)?.[1] ?? null;
}

/** Translation keys in a file of source code. */
export interface KeyUse {
  file: string;
  /** Keys written out in `t("…")`. */
  used: string[];
  /** What stands before the first variable in `` t(`status.${…}`) ``. */
  dynamicPrefixes: string[];
  /** Every string that could be a key, wherever it stands: `{ label: "filter.free" }`. */
  literals: string[];
}

/** Reads what the sources under the folders ask for, their tests left out. */
export function findKeyUses(folders: readonly string[]): KeyUse[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, ...keyUseOf(readFileSync(file, "utf8")) }));
}

/** Translation keys of one source. */
export function keyUseOf(source: string): Omit<KeyUse, "file"> {
  const all = (pattern: RegExp) => [...source.matchAll(pattern)].map((match) => match[1]);
  return {
    used: all(/\bt\(\s*"([^"]+)"/g),
    dynamicPrefixes: all(/\bt\(\s*`([^`$]*)\$\{/g),
    literals: all(/["`]([a-zA-Z][\w-]*(?:\.[\w-]+)+)["`]/g),
  };
}
