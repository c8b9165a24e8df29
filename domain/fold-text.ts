/**
 * The same text whatever its case, its accents' encoding form (NFC, NFD) and its surrounding or
 * repeated white space. Marks are kept: `Fő` and `Fo` stay two words. Folding twice changes nothing,
 * and the result holds no line break.
 */
export function foldText(text: string): string {
  return text.normalize("NFC").toLowerCase().normalize("NFC").replace(/\s+/gu, " ").trim();
}
