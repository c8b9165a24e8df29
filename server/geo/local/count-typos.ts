import { editDistance } from "#domain/edit-distance.ts";
import { isStreetWord, wordSpellings } from "./word-spellings.ts";

/**
 * By how many letters words that were typed differ from those of a name; the last one may be unfinished.
 * Words may be parted or joined differently ('Bahnhof Strasse'). Null where they are another name's.
 *
 * @param name search keys of the name's words
 */
export function countTypos(words: readonly string[], name: readonly string[]): number | null {
  const each = words.map((word, at) => leastEdits(word, name, at === words.length - 1));
  const apart = each.every((edits) => edits !== null)
    ? each.reduce((sum, edits) => sum + edits, 0)
    : null;
  const together = joinedSpellings(words).map((word) => leastEdits(word, [name.join("")], true));
  const found = [apart, ...together].filter((edits) => edits !== null);
  return found.length === 0 ? null : Math.min(...found);
}

/** The words without spaces, with each spelling of one that says what kind of street it is. */
function joinedSpellings(words: readonly string[]): string[] {
  const at = words.findLastIndex(isStreetWord);
  if (at < 0) return [words.join("")];
  return wordSpellings(words[at]).map((spelling) => words.with(at, spelling).join(""));
}

function leastEdits(word: string, name: readonly string[], isPrefix: boolean): number | null {
  const edits = wordSpellings(word).flatMap((spelling) => {
    const most = editsAllowed(spelling);
    return name
      .map((other) => editDistance(spelling, other, { most, isPrefix }))
      .filter((count) => count <= most);
  });
  return edits.length === 0 ? null : Math.min(...edits);
}

/** Short words differ by one letter from many others; there are far more streets than towns. */
function editsAllowed(word: string): number {
  if (word.length < 5 || /\d/.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}
