import { foldText } from "./fold-text.ts";

/**
 * What a search compares: folded text without marks, so that `kossuth ter` finds `Kossuth tér`.
 * Letters whose mark is no separate one (ł, ø, ß) become their nearest plain letters.
 */
export function searchKey(text: string): string {
  const plain = foldText(text)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "");
  return foldText(plain.replace(/[^\0-\x7f]/gu, (letter) => plainLetters.get(letter) ?? letter));
}

const plainLetters: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  ["ı", "i"],
]);
