import { wordSpellings } from "./word-spellings.ts";

/** More words than an address has. */
const maxWords = 10;

/** So short a word is an initial: 'Kossuth L. utca'. */
const maxInitialLetters = 2;

/** Words of a search as the database takes them. */
export interface NameQuery {
  readonly words: readonly string[];
  /** All written out, parted by spaces: `kossuth lajos utca`. */
  readonly text: string;
  /** A `tsquery`: each word in one of its spellings, the last one unfinished. */
  readonly tsquery: string;
  /** A regular expression of a name that one of the words begins a word of. */
  readonly anyWord: string;
}

/** @param words search keys of letters and digits, at least one */
export function toNameQuery(words: readonly string[]): NameQuery {
  const used = words.slice(0, maxWords);
  const spellings = used.map(wordSpellings);
  const isUnfinished = (at: number) =>
    at === used.length - 1 || (used[at].length <= maxInitialLetters && spellings[at].length === 1);
  return {
    words: used,
    text: spellings.map(([written]) => written).join(" "),
    tsquery: spellings
      .map((words, at) => alternatives(words, isUnfinished(at) ? used[at].length : null))
      .join(" & "),
    anyWord: `\\m(${spellings.flat().join("|")})`,
  };
}

/**
 * Letters and digits only, so nothing has to be escaped.
 *
 * @param typedLetters of a word that may go on: a spelling that is shorter (`t` for `ter`) is a whole
 *   word, or it would stand for all that begin so; null for a word that is finished
 */
function alternatives(words: readonly string[], typedLetters: number | null): string {
  const isPrefix = ({ length }: string) => typedLetters !== null && length >= typedLetters;
  return `(${words.map((word) => `'${word}'${isPrefix(word) ? ":*" : ""}`).join(" | ")})`;
}
