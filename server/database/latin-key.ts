import anyAscii from "any-ascii";

const isLatin = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;

/**
 * Search key of a text in another script by Latin letters, as it is read: `зелена вулиця` is `zelena vulitsia`. Null
 * for one of Latin letters.
 *
 * @param key a search key
 */
export function latinKey(key: string): string | null {
  if (isLatin.test(key)) return null;
  const letters = anyAscii(key)
    .toLowerCase()
    .replace(/[^a-z0-9\s;.,/-]/g, "");
  return alikeSpelling(letters);
}

/** A spelling of Latin letters without what systems of transliteration differ in: `vulytsia`, `vulitsya`. */
export function alikeSpelling(letters: string): string {
  return letters.replace(/[yj]/g, "i").replace(/i+/g, "i");
}

/** Search keys, and those by Latin letters of the ones in other scripts; each once. */
export function withLatinKeys(keys: readonly string[]): string[] {
  return [...new Set([...keys, ...keys.flatMap((key) => latinKey(key) ?? [])])];
}
