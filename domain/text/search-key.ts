/**
 * Text for a search: folded and without marks, so that `kossuth ter` finds `Kossuth tér`. Letters whose mark
 * cannot be separated (ł, ø, ß) become their nearest plain letters.
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

/**
 * Text folded over its case, its accents' encoding form (NFC, NFD) and its surrounding or repeated white
 * space. Marks stay: `Fő` and `Fo` are two words. Folding twice changes nothing, and the result holds no line
 * break.
 */
export function foldText(text: string): string {
  return text.normalize("NFC").toLowerCase().normalize("NFC").replace(/\s+/gu, " ").trim();
}
