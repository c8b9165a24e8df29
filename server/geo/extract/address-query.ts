import { cityNames, parseBudapestDistrict } from "#domain/address-search/budapest-districts.ts";
import { countryCodes } from "#domain/geography/country-code.ts";
import { editDistance } from "#domain/text/edit-distance.ts";
import { languages } from "#domain/text/language.ts";
import { searchKey } from "#domain/text/search-key.ts";
import { alikeSpelling, latinKey } from "#server/database/latin-key.ts";

/** Parsed query: one interpretation of a typed text. */
export interface AddressQuery {
  /** Terms of names, in the typed order; search keys of letters and digits. */
  readonly terms: readonly string[];
  /** House number as a search key without spaces, such as `12/a`; null where none was typed. */
  readonly houseNumber: string | null;
  readonly postcode: string | null;
  /** District of Budapest, 1…23. */
  readonly district: number | null;
}

/** Terms for parts of a building: floors, doors, stairs. */
const insideHouse: ReadonlySet<string> = new Set(
  "em emelet fsz foldszint ajto lph lepcsohaz top stiege stock og eg etage floor apt".split(" "),
);
const countryPrefixes = new Set(["h", "hu", "a", "at", "d", "de", "ch", "fl", "li", "sk", "ro"]);
const districtTerms = new Set(["ker", "kerulet", "bezirk", "district"]);

const isPostcode = (token: string) => /^\d{4,5}$/.test(token);
const isNumber = (token: string) => houseNumberPattern.test(token) && !isPostcode(token);

/**
 * Interpretations of a text, from the most literal to the shortest (docs/decisions/010): numbers
 * may belong to a name ('Március 15. tér', '2. utca'), or be a house number, a postcode, a district
 * of Budapest, a floor. Empty for a text without letters and digits.
 */
export function parseAddressQuery(text: string): readonly AddressQuery[] {
  const tokens = readTokens(text);
  if (tokens.length === 0) return [];
  const literal = { terms: tokens, houseNumber: null, postcode: null, district: null };
  const { rest, district } = takeDistrict(withoutCountry(tokens));
  const { rest: named, postcode } = takePostcode(rest);
  const parsed = [
    ...(district === null ? [literal] : []),
    ...readHouseNumber(named).map((query) => ({ ...query, postcode, district })),
  ].map((query) => ({ ...query, terms: query.terms.flatMap(splitToken) }));
  return [...new Map(parsed.map((query) => [JSON.stringify(query), query])).values()];
}

/**
 * Three interpretations: without a house number; with the last number as house number; with the
 * first number as house number and no other number.
 */
function readHouseNumber(tokens: readonly string[]) {
  const names = tokens.filter((token) => !isNumber(token) && !insideHouse.has(token));
  const last = tokens.findLastIndex(isNumber);
  return [
    { terms: tokens, houseNumber: null },
    ...(last < 0 ? [] : [{ terms: tokens.toSpliced(last, 1), houseNumber: tokens[last] }]),
    { terms: names, houseNumber: tokens.find(isNumber) ?? null },
  ];
}

/** A house number or an address as a search key, with hyphens for dashes. */
export function addressKey(text: string): string {
  return searchKey(text).replaceAll(/\p{Pd}/gu, "-");
}

/** Tokens of a text; `12/a`, `12-14` and '12 a' are one each. */
function readTokens(text: string): string[] {
  const tokens = addressKey(text)
    .split(/[^\p{L}\p{N}/-]+/u)
    .map((token) => token.replace(/^[/-]+|[/-]+$/g, ""))
    .filter((token) => token !== "")
    .flatMap((token) => (houseNumberPattern.test(token) ? [token] : splitToken(token)));
  const last = tokens.length - 1;
  const isSplitNumber =
    last > 1 && /^\d{1,3}$/.test(tokens[last - 1]) && /^[a-h]$/.test(tokens[last]);
  return isSplitNumber ? [...tokens.slice(0, -2), `${tokens[last - 1]}${tokens[last]}`] : tokens;
}

function splitToken(token: string): string[] {
  return token.split(/[/-]+/).filter((part) => part !== "");
}

/** Tokens without a country at the end of the address. */
function withoutCountry(tokens: readonly string[]): readonly string[] {
  const isCountry = tokens.length > 1 && countryTerms().has(tokens[tokens.length - 1]);
  return isCountry ? tokens.slice(0, -1) : tokens;
}

function takePostcode(tokens: readonly string[]) {
  const at = tokens.findIndex(isPostcode);
  if (at < 0) return { rest: tokens, postcode: null };
  const hasPrefix = at > 0 && countryPrefixes.has(tokens[at - 1]);
  const from = hasPrefix ? at - 1 : at;
  return { rest: tokens.toSpliced(from, at - from + 1), postcode: tokens[at] };
}

/** District of Budapest: 'V. ker', '5. kerület', 'District 5' anywhere, else a Roman number after the city's name. */
function takeDistrict(tokens: readonly string[]) {
  const isNamed = (at: number) =>
    tokens.slice(at, at + 2).some((token) => districtTerms.has(token));
  const isRoman = (at: number) =>
    cityNames.has(tokens[at]) &&
    /^[ivx]+$/.test(tokens[at + 1]) &&
    // '10. utca' has a Roman number too.
    !isStreetType(tokens[at + 2] ?? "");
  const districtAt = (at: number) => parseBudapestDistrict(tokens.slice(at, at + 2).join(" "));
  const pairs = [...tokens.keys()].slice(0, -1).filter((at) => districtAt(at) !== null);
  const named = pairs.find(isNamed);
  if (named !== undefined) return { rest: tokens.toSpliced(named, 2), district: districtAt(named) };
  const roman = pairs.find(isRoman);
  if (roman === undefined) return { rest: tokens, district: null };
  return { rest: tokens.toSpliced(roman + 1, 1), district: districtAt(roman) };
}

/**
 * Match of a house number with the typed one; `between`: the house is somewhere between two others. The best first.
 */
export const houseNumberMatches = ["same", "other-entrance", "within-range", "between"] as const;

export type HouseNumberMatch = (typeof houseNumberMatches)[number];

/** First letter of the key of a house whose place is only known by those on its two sides. */
export const betweenMark = "~";

/** `12`, `12a`, `12/a`, `12-14`, `12/3`; with at most four digits, so that postcodes of five digits do not match. */
export const houseNumberPattern = /^\d{1,4}(?:[/-]?[a-z]|[/-]\d{1,4}[a-z]?)?$/;

/** Number at the beginning of a house number; NaN where it begins with a letter. */
export function leadingNumber(key: string): number {
  return Number.parseInt(key, 10);
}

/** Maximum difference of the numbers of a house at a corner; in `5/100` the second one is a door. */
const maxAroundCorner = 4;

/** Separators of several numbers of one house: `7;9`, `1,3,5`, `7+9`. */
export const listSeparator = /[;,+&]/;

/**
 * Match of a house's number with the typed one: the same (`12/a` is `12a`), the same house with
 * another letter or none, one of a range (`10-14` has 12, but not 13: the sides of a street are
 * even or odd), the second one of a house at a corner (`20/22`), or one of a list (`7;9`). Null for another house.
 *
 * @param typed search keys without spaces, as is `key`
 */
export function matchHouseNumber(typed: string, key: string): HouseNumberMatch | null {
  if (key.startsWith(betweenMark)) return key.slice(1) === plain(typed) ? "between" : null;
  const matches = key.split(listSeparator).map((number) => matchSingleNumber(typed, number));
  return houseNumberMatches.find((match) => matches.includes(match)) ?? null;
}

function matchSingleNumber(typed: string, key: string): HouseNumberMatch | null {
  if (plain(typed) === plain(key)) return "same";
  const number = leadingNumber(typed);
  const [, from, mark, to] = /^(\d{1,4})[a-z]?([-/])(\d{1,4})[a-z]?$/.exec(key) ?? [];
  const isCorner = mark === "/" && Number(to) - Number(from) <= maxAroundCorner;
  if (Number(to) > Number(from) && (mark === "-" || isCorner)) {
    if (number === Number(to)) return "within-range";
    if (isCorner) return number === Number(from) ? "other-entrance" : null;
    const isWithin = number >= Number(from) && number < Number(to);
    const isOnSide = (number - Number(from)) % 2 === 0;
    return isWithin && isOnSide ? "within-range" : null;
  }
  return leadingNumber(key) === number ? "other-entrance" : null;
}

/** House number without the characters between number and letter. */
function plain(key: string): string {
  return key.replace(/\.$/, "").replace(/^(\d+)[\s/.-]?([a-z])$/, "$1$2");
}

/** One-term names of countries, as search keys, in the product's languages. */
function countryTerms(): ReadonlySet<string> {
  known ??= new Set(
    languages
      .map((language) => new Intl.DisplayNames([language], { type: "region" }))
      .flatMap((names) => countryCodes.map((code) => searchKey(names.of(code) ?? "")))
      .filter((name) => /^\p{L}+$/u.test(name)),
  );
  return known;
}

let known: ReadonlySet<string> | undefined;

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
 * Spelling of a compound with the other form of its last part: `landstr` for `landstrasse`, and the other way round.
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
  /** Text search query for names with any of the terms, each in one of its spellings and unfinished. */
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
      .map((terms, at) => termQuery(terms, isUnfinished(at) ? used[at].length : null))
      .join(" & "),
    anyTerm: spellings
      .flat()
      .map((term) => `'${term}':*`)
      .join(" | "),
  };
}

/**
 * Alternatives as part of a `tsquery`. The terms have letters and digits only, so nothing has to be escaped.
 *
 * @param typedLetters number of letters of an unfinished term: a shorter spelling (`t` for `ter`) is a complete term,
 * or it would match every term with this beginning; null for a finished term
 */
export function termQuery(terms: readonly string[], typedLetters: number | null): string {
  const isPrefix = ({ length }: string) => typedLetters !== null && length >= typedLetters;
  return `(${terms.map((term) => `'${term}'${isPrefix(term) ? ":*" : ""}`).join(" | ")})`;
}

/**
 * Number of letters by which typed terms differ from those of a name; the last one may be unfinished. Terms may be
 * separated or joined differently ('Bahnhof Strasse'). Null where it is another name.
 *
 * @param name search keys of the name's terms
 */
export function countTypos(terms: readonly string[], name: readonly string[]): number | null {
  const each = terms.map((term, at) => leastEdits(term, name, at === terms.length - 1));
  const apart = each.every((edits) => edits !== null)
    ? each.reduce((sum, edits) => sum + edits, 0)
    : null;
  const together = joinedSpellings(terms).map((term) => leastEdits(term, [name.join("")], true));
  const found = [apart, ...together].filter((edits) => edits !== null);
  return found.length === 0 ? null : Math.min(...found);
}

/** Terms joined without spaces, once for each spelling of the street's type. */
function joinedSpellings(terms: readonly string[]): string[] {
  const at = terms.findLastIndex(isStreetType);
  if (at < 0) return [terms.join("")];
  return termSpellings(terms[at]).map((spelling) => terms.with(at, spelling).join(""));
}

function leastEdits(term: string, name: readonly string[], isPrefix: boolean): number | null {
  const edits = termSpellings(term).flatMap((spelling) => {
    const most = editsAllowed(spelling);
    return name
      .map((other) => editDistance(spelling, other, { most, isPrefix }))
      .filter((count) => count <= most);
  });
  return edits.length === 0 ? null : Math.min(...edits);
}

/**
 * Maximum number of differing letters of a term. It is smaller than for towns: short terms differ
 * from many others by one letter, and there are far more streets.
 */
function editsAllowed(term: string): number {
  if (term.length < 5 || /\d/.test(term)) return 0;
  return term.length < 8 ? 1 : 2;
}
