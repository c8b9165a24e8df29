import { type RawBuilder, sql } from "kysely";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Database } from "#server/database/connect.ts";
import { boundsAround, formatBox } from "#server/geometry/bounds.ts";
import {
  matchScore,
  type NameMatchQuality,
  scoreOfExtraLetter,
  scoreOfPostcode,
  scoreOfStreet,
  scoreOfStreetRow,
} from "./match-score.ts";
import type { NameQuery } from "./spelling.ts";

export interface StreetRow {
  readonly id: number;
  readonly settlement_id: number | null;
  readonly name: string;
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
const streetColumns = sql.raw(
  "id, settlement_id, name, name_key, search_key, postcode, longitude, latitude",
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
  const { rows } = await sql<RankedStreet>`
    select s.*, t.postcode as settlement_postcode, ${rankOf(query, options)} as rank
    from (
      select ${streetColumns}, ${matchOf(query.text)} as match from street
      where ${hasAllTerms(query)} ${touching(options)}
      limit ${maxCandidates}
    ) s left join settlement t on t.id = s.settlement_id
    order by rank desc, s.id limit ${maxStreets}`.execute(database);
  return rows;
}

/**
 * Finds the streets whose names, with their settlement's, have similar letters; the most similar
 * first.
 */
export async function findSimilarStreets(
  database: Database,
  text: string,
  options: StreetOptions,
): Promise<StreetRow[]> {
  const { rows } = await sql<StreetRow>`
    select ${streetColumns} from street
    where search_key %> ${text} ${touching(options)}
    order by word_similarity(${text}, search_key) desc, id limit ${maxStreets * 2}`.execute(
    database,
  );
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

function matchOf(text: string): RawBuilder<NameMatchQuality> {
  const key = sql`translate(search_key, '-.', ' ')`;
  return sql`case
    when ${text} in (translate(name_key, '-.', ' '), ${key}) then 'exact'
    when starts_with(${key}, ${text}) then 'beginning'
    else 'terms' end`;
}

function rankOf({ text }: NameQuery, { near, postcode }: StreetOptions): RawBuilder<number> {
  const { exact, beginning, terms } = matchScore;
  return sql<number>`(
    case s.match when 'exact' then ${exact}::float8
      when 'beginning' then ${beginning}::float8 else ${terms}::float8 end
    + ${scoreOfExtraLetter}::float8 * greatest(0, length(s.search_key) - ${text.length}::int)
    + ${scoreOfStreet}::float8
    + case when s.postcode = ${postcode}::text or t.postcode = ${postcode}::text
      then ${scoreOfPostcode}::float8 else 0 end
    + ${scoreOfStreetRow(near)})`;
}
