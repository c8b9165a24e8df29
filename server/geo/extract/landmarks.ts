import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { maxSuggestions } from "#domain/address-search/search-limits.ts";
import {
  isSearchedLandmark,
  landmarkScores,
  type SearchedLandmark,
} from "#domain/address-search/searched-landmarks.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { languages } from "#domain/text/language.ts";
import { nameKey } from "#domain/text/search-key.ts";
import type { Database } from "#server/database/connect.ts";
import { withLatinKeys } from "#server/database/latin-key.ts";
import { landmarkNames } from "#server/geo/suggestion.ts";
import { type Bounds, boundsAround } from "#server/geometry/bounds.ts";
import { countTypos, isStreetType, termSpellings, toNameQuery } from "./address-query.ts";
import { squaredDegrees } from "./settlements.ts";
import { type StreetRow, streetColumns } from "./streets.ts";

/** Kinds of landmarks that are named among the terms. */
export interface KindQuery {
  readonly kinds: readonly SearchedLandmark[];
  /** Countries whose language the words are of (ISO 3166-1 alpha-2); null for the visitors' languages. */
  readonly countries: readonly string[] | null;
  readonly rest: readonly string[];
  /** Whether more letters of the kind may follow: 'pharm'. */
  readonly isUnfinished: boolean;
}

/** Minimum number of letters of an unfinished word for a kind. */
const minUnfinishedLetters = 4;

/**
 * Finds the words for kinds of landmarks among the terms, in the product's languages or, where these have none of as
 * many terms, in those of some countries: 'Bahnhof Vaduz', 'railway sta', 'gare', 'hôtel de ville'. The longest words
 * count. Null without any, and where the rest is a street: 'Templom tér'.
 */
export function parseKindQuery(terms: readonly string[]): KindQuery | null {
  const own = findKind(terms, kindTerms());
  const beginnings = new Set(terms.flatMap(termSpellings).map(beginningOf));
  const local = findKind(
    terms,
    [...beginnings].flatMap((beginning) => localKindTerms().get(beginning) ?? []),
  );
  return own !== null && (local === null || own.rest.length <= local.rest.length) ? own : local;
}

function findKind(terms: readonly string[], known: readonly KindTerms[]): KindQuery | null {
  const spelled = terms.map(termSpellings);
  const runs = known.flatMap(({ words, kinds, countries }) => {
    const at = terms.findIndex((_, from) => isRun(spelled, from, words));
    if (at < 0) return [];
    const isUnfinished = !spelled[at + words.length - 1].includes(words[words.length - 1]);
    return [{ at, length: words.length, isUnfinished, kinds, countries }];
  });
  const [best] = runs.sort(
    (one, other) =>
      Number(one.isUnfinished) - Number(other.isUnfinished) || other.length - one.length,
  );
  if (!best) return null;
  const { at, length, isUnfinished } = best;
  const rest = terms.toSpliced(at, length);
  const isAsGood = (run: typeof best) => run.isUnfinished === isUnfinished && run.length === length;
  const chosen = runs.filter(isAsGood);
  const kinds = [...new Set(chosen.flatMap((run) => run.kinds))];
  const countries = best.countries && [...new Set(chosen.flatMap((run) => run.countries ?? []))];
  return rest.some(isStreetType) ? null : { kinds, countries, rest, isUnfinished };
}

/** Letters by which the thousands of words are grouped; an unfinished word has more of them. */
function beginningOf(term: string): string {
  return term.slice(0, 2);
}

/**
 * Finds the words for a kind, in the product's languages, with the fewest mistakes of letters, by the
 * rule for names; those that count the most terms first. Null without any, and in the name of a street.
 */
export function parseMisspeltKind(terms: readonly string[]): KindQuery | null {
  if (terms.some(isStreetType)) return null;
  const runs = kindTerms().flatMap(({ words, kinds }) =>
    terms.flatMap((_, at) =>
      [words.length - 1, words.length, words.length + 1].flatMap((length) => {
        const typed = terms.slice(at, at + length);
        if (length < 1 || typed.length < length) return [];
        const typos = countTypos(typed, words);
        // The whole of the words, not their beginning or one of them.
        const isWhole = countTypos(words, typed) !== null;
        return typos === null || !isWhole ? [] : [{ at, length, typos, kinds }];
      }),
    ),
  );
  const [best] = runs.sort((one, other) => other.length - one.length || one.typos - other.typos);
  if (!best) return null;
  const isAsGood = (run: typeof best) => run.length === best.length && run.typos === best.typos;
  const kinds = [...new Set(runs.filter(isAsGood).flatMap((run) => run.kinds))];
  const rest = terms.toSpliced(best.at, best.length);
  return { kinds, countries: null, rest, isUnfinished: false };
}

/**
 * Whether the words begin at a term, in one of its spellings; the last word may be unfinished where
 * its term is the last one.
 */
function isRun(
  spelled: readonly (readonly string[])[],
  from: number,
  words: readonly string[],
): boolean {
  const last = words.length - 1;
  if (from + last >= spelled.length) return false;
  const isTerm = (word: string, index: number) => spelled[from + index].includes(word);
  if (!words.slice(0, last).every(isTerm)) return false;
  const least = last > 0 ? 1 : minUnfinishedLetters;
  const mayGoOn = (term: string) =>
    from + last === spelled.length - 1 && term.length >= least && words[last].startsWith(term);
  return isTerm(words[last], last) || spelled[from + last].some(mayGoOn);
}

interface KindTerms {
  readonly words: readonly string[];
  readonly kinds: readonly SearchedLandmark[];
  readonly countries: readonly string[] | null;
}

/** Words for kinds in the product's languages, as terms of a search. */
function kindTerms(): readonly KindTerms[] {
  const kinds = Object.keys(landmarkScores).filter(isSearchedLandmark);
  ownTerms ??= collectKindTerms(
    kinds.map((kind) => [kind, languages.flatMap((language) => landmarkNames(kind, language))]),
    null,
  );
  return ownTerms;
}

let ownTerms: readonly KindTerms[] | undefined;

/** Words for kinds in the languages of countries (`kind-names.tsv`), as terms of a search, by their beginning. */
function localKindTerms(): ReadonlyMap<string, readonly KindTerms[]> {
  localTerms ??= Map.groupBy(readLocalTerms(), ({ words }) => beginningOf(words[0]));
  return localTerms;
}

let localTerms: ReadonlyMap<string, readonly KindTerms[]> | undefined;

function readLocalTerms(): readonly KindTerms[] {
  const text = readFileSync(join(import.meta.dirname, "kind-names.tsv"), "utf8");
  const [[, , ...kinds], ...rows] = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  return rows.flatMap(([, countries, ...words]) =>
    collectKindTerms(
      kinds.map((kind, at) => [kind, words[at].split(", ").filter(Boolean)]),
      countries.split(" "),
    ),
  );
}

function collectKindTerms(
  words: readonly (readonly [kind: string, words: readonly string[]])[],
  countries: readonly string[] | null,
): readonly KindTerms[] {
  const kindsOf = new Map<string, Set<SearchedLandmark>>();
  for (const [kind, texts] of words) {
    if (!isSearchedLandmark(kind)) throw new Error(`'${kind}' is no kind of landmark.`);
    for (const key of withLatinKeys(texts.map(nameKey)).filter(Boolean)) {
      kindsOf.set(key, (kindsOf.get(key) ?? new Set()).add(kind));
    }
  }
  return [...kindsOf].map(([key, kinds]) => ({
    words: key.split(" "),
    kinds: [...kinds],
    countries,
  }));
}

/** Distance within which landmarks of a kind are searched first; most searches end here. */
const surroundingsMeters = 10_000;

type KindsSomewhere = Pick<KindQuery, "kinds" | "countries">;

/** Finds the landmarks of some kinds, nearest to a point first; without a point those of the largest settlements. */
export async function findNearestOfKinds(
  database: Database,
  kinds: KindsSomewhere,
  near: Coordinates | null,
): Promise<StreetRow[]> {
  if (near !== null) {
    const around = await select(database, kinds, near, sql`and ${isWithin(near)}`);
    if (around.length === maxSuggestions) return around;
  }
  return select(database, kinds, near, sql``);
}

/** Finds the landmarks of some kinds that have all the terms in their names. */
export function findNamedOfKinds(
  database: Database,
  kinds: KindsSomewhere,
  terms: readonly string[],
  near: Coordinates | null,
): Promise<StreetRow[]> {
  const { tsquery } = toNameQuery(terms);
  const hasTerms = sql`and to_tsvector('simple', name_key) @@ ${tsquery}::tsquery`;
  return select(database, kinds, near, hasTerms);
}

async function select(
  database: Database,
  { kinds, countries }: KindsSomewhere,
  near: Coordinates | null,
  condition: RawBuilder<unknown>,
): Promise<StreetRow[]> {
  const isThere =
    countries === null
      ? sql``
      : sql`and settlement_id in (select id from settlement where country = any(${countries}::text[]))`;
  const size = sql`(select population from settlement where id = street.settlement_id)`;
  const order = near === null ? sql`${size} desc nulls last` : squaredDegrees(near, "street");
  const { rows } = await sql<StreetRow>`
    select ${streetColumns} from street
    where kind = any(${kinds}::text[]) ${isThere} ${condition}
    order by ${order}, id limit ${maxSuggestions}`.execute(database);
  return rows;
}

function isWithin(near: Coordinates): RawBuilder<unknown> {
  const [west, south, east, north]: Bounds = boundsAround(near, surroundingsMeters);
  return sql`longitude between ${west} and ${east} and latitude between ${south} and ${north}`;
}
