/**
 * Normalizes text for searches: folded and without diacritics, so that `kossuth ter` finds `Kossuth tér`. Letters
 * without a decomposition (ł, ø, ß) become their nearest plain letters.
 */
export function searchKey(text: string): string {
  const plain = foldText(text)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "");
  return foldText(plain.replace(/[^\0-\x7f]/gu, (letter) => plainLetters.get(letter) ?? letter));
}

/** Key of a name: terms of letters and digits, separated by single spaces. */
export function nameKey(name: string): string {
  const lower = name.toLowerCase();
  if (plainTerms.test(lower)) return lower;
  return searchKey(name)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Name that needs no folding: true for most, in a fifth of the time. */
const plainTerms = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

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

/**
 * Folds text: letter case, Unicode form (NFC, NFD) and surrounding or repeated white space. Diacritics stay: `Fő`
 * and `Fo` differ. Folding is idempotent, and the result has no line breaks.
 */
export function foldText(text: string): string {
  return text.normalize("NFC").toLowerCase().normalize("NFC").replace(/\s+/gu, " ").trim();
}
