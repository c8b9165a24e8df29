import { alikeSpelling, latinKey } from "#server/database/latin-key.ts";

/** Equivalent terms in names of streets; the full form comes first. */
const equivalents: readonly (readonly string[])[] = [
  ["utca", "u", "utc"],
  ["korut", "krt", "kort"],
  ["ter", "t"],
  ["fasor", "fs"],
  ["setany", "stny", "setny"],
  ["rakpart", "rkp"],
  ["lakotelep", "ltp", "lktp"],
  ["palyaudvar", "pu", "pau"],
  ["kerulet", "ker"],
  ["szent", "szt"],
  ["doktor", "dr"],
  ["ifjabb", "ifj"],
  ["budapest", "bp", "bpest"],
  ["strasse", "str"],
  ["platz", "pl"],
  ["sankt", "st", "saint"],
];

/** Translations of types of streets: a foreign visitor's term, and those of local names. */
const translations: ReadonlyMap<string, readonly string[]> = new Map([
  ["street", ["strasse", "utca", "ut"]],
  ["st", ["strasse", "utca", "szent"]],
  ["road", ["strasse", "ut"]],
  ["avenue", ["ut", "allee"]],
  ["boulevard", ["korut", "ut"]],
  ["square", ["ter", "tere", "platz"]],
  ["strasse", ["utca", "ut"]],
  ["str", ["utca", "ut"]],
  ["platz", ["ter", "tere"]],
]);

const byTerm: ReadonlyMap<string, readonly string[]> = new Map(
  equivalents.flatMap((terms) => terms.map((term) => [term, terms] as const)),
);

/**
 * Spellings of a term in names: the term itself, abbreviated or in full (`u` and `utca`, `landstr`
 * and `landstrasse`), in translation, with an umlaut where two letters may stand for one, and as names in other
 * scripts are read.
 *
 * @param term a search key of letters and digits
 * @returns the likeliest first
 */
export function termSpellings(term: string): readonly string[] {
  const written = byTerm.get(term) ?? withStreetType(term);
  const plain = term.replace(/([aou])e/g, "$1");
  const inLatin = latinKey(term) ?? alikeSpelling(term);
  const all = [...written, ...(translations.get(term) ?? []), plain, inLatin];
  return [...new Set(all)].filter((spelling) => spelling !== "");
}

/**
 * Spelling of a compound with the other form of its last part: `landstr` for `landstrasse`, and the
 * other way round.
 */
function withStreetType(term: string): readonly string[] {
  const [, stem] = /^(.{3,})str(?:asse)?$/.exec(term) ?? [];
  return stem ? [`${stem}strasse`, `${stem}str`] : [term];
}

const streetTypes: ReadonlySet<string> = new Set(
  "utca u utc ut utja korut krt kort ter tere setany rakpart koz sor strasse str gasse gass weg platz street st road avenue square".split(
    " ",
  ),
);

/** Whether a term is only the type of a street. */
export function isStreetType(term: string): boolean {
  return streetTypes.has(term);
}

/** Maximum number of terms, more than an address has. */
const maxTerms = 10;

/** Maximum length of an initial: 'Kossuth L. utca'. */
const maxInitialLetters = 2;

/** Terms of a search, in the forms that the database needs. */
export interface NameQuery {
  readonly terms: readonly string[];
  /** Terms in full, separated by spaces: `kossuth lajos utca`. */
  readonly text: string;
  /** Text search query (`tsquery`): each term in one of its spellings, the last one unfinished. */
  readonly tsquery: string;
  /**
   * Text search query for names with any of the terms, each in one of its spellings and unfinished.
   */
  readonly anyTerm: string;
}

/** @param terms search keys of letters and digits, at least one */
export function toNameQuery(terms: readonly string[]): NameQuery {
  const used = terms.slice(0, maxTerms);
  const spellings = used.map(termSpellings);
  const isInitial = (term: string) =>
    term.length <= maxInitialLetters && !byTerm.has(term) && !translations.has(term);
  const isUnfinished = (at: number) => at === used.length - 1 || isInitial(used[at]);
  return {
    terms: used,
    text: spellings.map(([written]) => written).join(" "),
    tsquery: spellings
      .map((terms, at) => alternatives(terms, isUnfinished(at) ? used[at].length : null))
      .join(" & "),
    anyTerm: spellings
      .flat()
      .map((term) => `'${term}':*`)
      .join(" | "),
  };
}

/**
 * Alternatives as part of a `tsquery`. The terms have letters and digits only, so nothing has to be
 * escaped.
 *
 * @param typedLetters number of letters of an unfinished term: a spelling that is shorter (`t` for
 * `ter`) is a complete term, or it would match every term with this beginning; null for a finished
 * term
 */
function alternatives(terms: readonly string[], typedLetters: number | null): string {
  const isPrefix = ({ length }: string) => typedLetters !== null && length >= typedLetters;
  return `(${terms.map((term) => `'${term}'${isPrefix(term) ? ":*" : ""}`).join(" | ")})`;
}
