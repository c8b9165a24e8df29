import { type RawBuilder, sql } from "kysely";
import { landmarkScores } from "#domain/address-search/searched-landmarks.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Database } from "#server/database/connect.ts";
import type { LanguageNames } from "#server/database/schema.ts";
import { boundsAround, formatBox } from "#server/geometry/bounds.ts";
import {
  addressKey,
  countTypos,
  type HouseNumberMatch,
  houseNumberMatches,
  isStreetType,
  leadingNumber,
  listSeparator,
  matchHouseNumber,
  type NameQuery,
} from "./address-query.ts";
import {
  leastSimilarity,
  loadSettlementNames,
  matchScore,
  type NameMatchQuality,
  nameKeys,
  nameSeparator,
  scoreOfEdit,
  scoreOfExtraLetter,
  scoreOfPlace,
  scoreOfPostcode,
  scoreOfStreet,
  scoreOfStreetRow,
  setLeastSimilarity,
} from "./settlements.ts";

/** Street, or a landmark, which is found by the same terms. */
export interface StreetRow {
  readonly id: number;
  readonly settlement_id: number | null;
  /** Value of a landmark's tag; null for a street. */
  readonly kind: string | null;
  /** Street and house number of a landmark; null for a street. */
  readonly address: string | null;
  readonly name: string;
  /** Of a landmark; null for a street. */
  readonly names: LanguageNames | null;
  readonly name_key: string;
  readonly search_key: string;
  readonly postcode: string;
  readonly longitude: number;
  readonly latitude: number;
}

export interface RankedStreet extends StreetRow {
  readonly match: NameMatchQuality;
  readonly rank: number;
  /** Of a settlement that has one postcode; absent where it is not known. */
  readonly settlement_postcode?: string | null;
}

export interface StreetOptions {
  readonly near: Coordinates | null;
  /** Postcode whose streets come first. */
  readonly postcode: string | null;
  /** Area that the streets must touch, a `box` as text; null for anywhere. */
  readonly within: string | null;
}

/**
 * Maximum number of candidates: even the most common exact name has fewer streets in a country; two
 * syllables have more.
 */
const maxCandidates = 5_000;
/** Maximum number of streets that are read with their lines. */
const maxStreets = 40;
export const streetColumns = sql.raw(
  `id, settlement_id, kind, name, names, address, name_key, search_key, postcode,
    longitude, latitude`,
);

/**
 * Distance around the searcher within which all streets of a name are candidates, for any number of
 * them in the country.
 */
const surroundingsMeters = 20_000;

/**
 * Finds the streets that have all the terms in their own and their settlement's name, at least one
 * of them in their own; the likeliest first.
 */
export async function findStreets(
  database: Database,
  query: NameQuery,
  options: StreetOptions,
): Promise<RankedStreet[]> {
  const { near, within } = options;
  const anywhere = await findStreetsWithin(database, query, options);
  if (near === null || within !== null) return anywhere;
  const box = formatBox(boundsAround(near, surroundingsMeters));
  const around = await findStreetsWithin(database, query, { ...options, within: box });
  return [...new Map([...around, ...anywhere].map((street) => [street.id, street])).values()].sort(
    (one, other) => other.rank - one.rank,
  );
}

async function findStreetsWithin(
  database: Database,
  query: NameQuery,
  options: StreetOptions,
): Promise<RankedStreet[]> {
  const candidates = sql`
    select ${streetColumns}, ${matchOf(query.text)} as match from street
    where ${hasAllTerms(query)} ${touching(options)} limit ${maxCandidates}`;
  return rankStreets(database, candidates, { query, options });
}

/** Minimum number of letters of a part of a word: shorter ones are in too many names. */
const minPartLetters = 4;
/** Maximum number of candidates that have the terms within words. */
const maxPartCandidates = 500;

/**
 * Finds the streets that have all the terms somewhere within their own or their settlement's name,
 * one of them in their own: 'esplanadi' is in Eteläesplanadi. The likeliest first.
 */
export async function findStreetsByParts(
  database: Database,
  query: NameQuery,
  options: StreetOptions,
): Promise<RankedStreet[]> {
  const terms = query.text.split(" ");
  const parts = terms.filter((term) => term.length >= minPartLetters && !isStreetType(term));
  if (parts.length === 0) return [];
  // Their settlement's name is that of all of its streets, and no use to an index.
  const isInBoth = terms.map((term) => sql`position(${term} in search_key) > 0`);
  const isInOwn = parts.map((term) => sql`name_key like ${`%${term}%`}`);
  const candidates = sql`
    select ${streetColumns}, 'part' as match from street
    where (${sql.join(isInOwn, sql` or `)})
      and ${sql.join(isInBoth, sql` and `)} ${touching(options)} limit ${maxPartCandidates}`;
  return rankStreets(database, candidates, { query, options });
}

/** The likeliest of the candidates, rows of `street` with their match. */
async function rankStreets(
  database: Database,
  candidates: RawBuilder<unknown>,
  { query, options }: { query: NameQuery; options: StreetOptions },
): Promise<RankedStreet[]> {
  const { rows } = await sql<RankedStreet>`
    select s.*, t.postcode as settlement_postcode, ${rankOf(query, options)} as rank
    from (${candidates}) s left join settlement t on t.id = s.settlement_id
    order by rank desc, s.id limit ${maxStreets}`.execute(database);
  return rows;
}

/**
 * All the terms are in the street's and its settlement's name, one of them in its own: else 'Buda'
 * would find all streets of Budapest. For a single term the query for any of the terms is enough.
 */
function hasAllTerms({ terms, tsquery, anyTerm }: NameQuery): RawBuilder<unknown> {
  const inName = (query: string) => sql`to_tsvector('simple', name_key) @@ ${query}::tsquery`;
  if (terms.length === 1) return inName(tsquery);
  return sql`to_tsvector('simple', search_key) @@ ${tsquery}::tsquery and ${inName(anyTerm)}`;
}

function touching({ within }: StreetOptions): RawBuilder<unknown> {
  return within === null ? sql`` : sql`and bounds && ${within}::box`;
}

/** The whole name, or the whole name and settlement; of a landmark, one of its names. */
function matchOf(text: string): RawBuilder<NameMatchQuality> {
  const names = (key: string) => sql`${nameSeparator} || translate(${sql.ref(key)}, '-.', ' ')`;
  const isIn = (part: string, key: string) =>
    sql`position(${nameSeparator + part} in ${names(key)} || ${nameSeparator}) > 0`;
  return sql`case
    when ${isIn(text + nameSeparator, "name_key")} or ${isIn(text + nameSeparator, "search_key")}
      then 'exact'
    when ${isIn(text, "search_key")} then 'beginning'
    else 'terms' end`;
}

/**
 * Letters of the name, the first one of a street, that were not typed. Of a landmark its settlement's do not count, and a name of
 * its own comes before another one of the same place.
 */
function extraLetters({ text }: NameQuery): RawBuilder<number> {
  return sql`case when s.kind is null
    then greatest(0, length(split_part(s.search_key, ${nameSeparator}, 1)) - ${text.length}::int)
    else abs(length(s.name) - ${text.length}::int) end`;
}

const scoreOfKind = sql.join(
  Object.entries(landmarkScores).map(([kind, score]) => sql`when ${kind} then ${score}::float8`),
  sql` `,
);

function rankOf(query: NameQuery, { near, postcode }: StreetOptions): RawBuilder<number> {
  const { exact, beginning, terms, part } = matchScore;
  return sql<number>`(
    case s.match when 'exact' then ${exact}::float8
      when 'beginning' then ${beginning}::float8
      when 'part' then ${part}::float8 else ${terms}::float8 end
    + ${scoreOfExtraLetter}::float8 * ${extraLetters(query)}
    + ${scoreOfStreet}::float8
    + case s.kind ${scoreOfKind} else 0 end
    + case when s.postcode = ${postcode}::text or t.postcode = ${postcode}::text
      then ${scoreOfPostcode}::float8 else 0 end
    + ${scoreOfStreetRow(near)})`;
}

/**
 * Finds the streets whose names, with their settlement's, are similar to the terms, the likeliest first.
 *
 * @param database in a transaction
 */
export async function findStreetsLike(
  database: Database,
  terms: readonly string[],
  options: StreetOptions,
): Promise<RankedStreet[]> {
  // 'utca' alone is part of a hundred thousand names.
  const telling = terms.filter((term) => !isStreetType(term));
  if (telling.length === 0) return [];
  await setLeastSimilarity(database, leastSimilarity.street);
  const text = telling.join(" ");
  const { rows } = await sql<StreetRow>`
    select ${streetColumns} from street
    where search_key %> ${text} ${touching(options)}
    order by word_similarity(${text}, search_key) desc, id limit ${maxStreets * 2}`.execute(
    database,
  );
  const settlements = await loadSettlementNames(
    database,
    rows.flatMap(({ settlement_id }) => settlement_id ?? []),
  );
  const ranked = rows.flatMap((street) => {
    const settlement = settlements.get(street.settlement_id ?? 0);
    const names = settlement ? nameKeys(settlement).flatMap((key) => key.split(" ")) : [];
    const ownNames = street.name_key
      .split(nameSeparator)
      .map((name) => name.split(/[^\p{L}\p{N}]+/u));
    const own = ownNames.flat();
    const edits = countTypos(terms, [...own, ...names]);
    // A street needs a term of its own name, not only of its settlement's.
    const isNamed = telling.some((term) => countTypos([term], own) !== null);
    if (edits === null || !isNamed) return [];
    const isExact = ownNames.some((name) => countTypos(name, terms) !== null);
    const score = (isExact ? matchScore.terms : matchScore.similar) + edits * scoreOfEdit;
    const place = settlement ? scoreOfPlace(settlement, options.near) : 0;
    const postcode = street.postcode === options.postcode ? scoreOfPostcode : 0;
    return [
      { ...street, match: "similar", rank: score + scoreOfStreet + place + postcode } as const,
    ];
  });
  return ranked.sort((one, other) => other.rank - one.rank);
}

export interface HouseRow {
  readonly street_id: number;
  readonly housenumber: string;
  readonly housenumber_key: string;
  readonly postcode: string;
  readonly city: string;
  readonly longitude: number;
  readonly latitude: number;
}

export interface FoundHouse extends HouseRow {
  readonly match: HouseNumberMatch;
}

/** Maximum number of houses of one number; there are more only where streets of the same name are joined. */
const maxHouses = 500;

/**
 * Finds the houses of streets that match a number, by street, the best first.
 *
 * @param houseNumber a search key without spaces
 */
export async function findHouses(
  database: Database,
  streetIds: readonly number[],
  houseNumber: string,
): Promise<Map<number, readonly FoundHouse[]>> {
  const number = leadingNumber(houseNumber);
  const rows = await database
    .selectFrom("address")
    .select([
      "street_id",
      "housenumber",
      "housenumber_key",
      "postcode",
      "city",
      "longitude",
      "latitude",
    ])
    .where(
      sql<boolean>`street_id = any(${streetIds}::int[]) and (
        housenumber_key ~ ${`(^|[~;,+&/])0*${number}(\\D|$)`}
        or housenumber_key ~ '(^|[;,+&])\\d+[a-z]?-\\d')`,
    )
    .orderBy("id")
    .limit(maxHouses)
    .execute();
  const found = rows.flatMap((row) => {
    const match = matchHouseNumber(houseNumber, row.housenumber_key);
    return match ? [{ ...row, match, housenumber: numberOf(row, houseNumber) }] : [];
  });
  const orderOf = ({ match }: FoundHouse) => houseNumberMatches.indexOf(match);
  found.sort((one, other) => orderOf(one) - orderOf(other));
  // A guess between two houses is of use only where the house itself is not known.
  const known = new Set(
    found.flatMap((house) => (house.match === "between" ? [] : house.street_id)),
  );
  const useful = found.filter(
    ({ match, street_id }) => match !== "between" || !known.has(street_id),
  );
  return Map.groupBy(useful, ({ street_id }) => street_id);
}

/** Number of a house as it is written; of a list the one that matches. */
function numberOf({ housenumber }: HouseRow, typed: string): string {
  const parts = housenumber.split(listSeparator).map((part) => part.trim());
  const isSame = (part: string) => matchHouseNumber(typed, addressKey(part).replaceAll(" ", ""));
  return parts.find(isSame) ?? housenumber;
}
