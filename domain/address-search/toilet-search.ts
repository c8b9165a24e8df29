import { type LocaleEntry, localeEntries } from "#domain/text/language.ts";
import { searchKey } from "#domain/text/search-key.ts";

/** Whether a text asks for toilets and for nothing else, in any language: 'wc', 'nearest public toilet'. */
export function isToiletSearch(text: string): boolean {
  const before = wordsOf(({ toilet }) => toilet?.before);
  let key = searchKey(text);
  for (let word: string | undefined = ""; word !== undefined; ) {
    key = key.slice(word.length).trimStart();
    word = before.find((one) => key.startsWith(`${one} `));
  }
  return wordsOf(({ toilet }) => toilet?.names).includes(key);
}

function wordsOf(textIn: (entry: LocaleEntry) => string | undefined): string[] {
  return localeEntries.flatMap((entry) => textIn(entry)?.split(", ") ?? []).map(searchKey);
}
