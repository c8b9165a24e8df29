import { sql } from "kysely";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { searchKey } from "#domain/text/search-key.ts";
import type { Database } from "#server/database/connect.ts";
import {
  matchScore,
  type NameMatchQuality,
  scoreOfExtraLetter,
  scoreOfPlace,
} from "./match-score.ts";
import {
  loadSettlementNames,
  nameSeparator,
  namesOf,
  type SettlementRow,
  settlementColumns,
} from "./settlement.ts";
import type { NameQuery } from "./spelling.ts";

/** Maximum number of candidates; beyond it the less populous ones are left out. */
const maxCandidates = 300;

export interface RankedSettlement {
  readonly settlement: SettlementRow;
  readonly match: NameMatchQuality;
  readonly rank: number;
}

/**
 * Finds the settlements, and parts of them, that have all the terms in their names, the likeliest
 * first.
 */
export async function findSettlements(
  database: Database,
  query: NameQuery,
  near: Coordinates | null,
): Promise<RankedSettlement[]> {
  const rows = await findByTerms(database, query.tsquery);
  const ranked = rows.map((settlement) => {
    const { match, extraLetters } = matchNames(settlement, query.text);
    const rank =
      matchScore[match] + extraLetters * scoreOfExtraLetter + scoreOfPlace(settlement, near);
    return { settlement, match, rank };
  });
  return ranked.sort((one, other) => other.rank - one.rank);
}

/** @param tsquery of terms in search keys */
export function findByTerms(database: Database, tsquery: string): Promise<SettlementRow[]> {
  return database
    .selectFrom("settlement")
    .select([...settlementColumns])
    .where(sql<boolean>`to_tsvector('simple', search_key) @@ ${tsquery}::tsquery`)
    .orderBy(sql`population desc nulls last`)
    .limit(maxCandidates)
    .execute();
}

/** Settlement of a postcode, and a point of it where the postcode is. */
export interface PostcodePlace {
  readonly settlement: SettlementRow;
  readonly point: Coordinates;
}

/**
 * Finds the settlements of a postcode. One of a city's several is found by the addresses that have it, in
 * the middle of these.
 */
export async function findByPostcode(
  database: Database,
  postcode: string,
): Promise<PostcodePlace[]> {
  const sole = await database
    .selectFrom("settlement")
    .select([...settlementColumns])
    .where("postcode", "=", postcode)
    .orderBy(sql`population desc nulls last`)
    .limit(maxCandidates)
    .execute();
  if (sole.length > 0) {
    return sole.map((settlement) => ({
      settlement,
      point: [settlement.longitude, settlement.latitude],
    }));
  }
  const { rows } = await sql<{ id: number; longitude: number; latitude: number }>`
    select s.settlement_id as id, avg(a.longitude) as longitude, avg(a.latitude) as latitude
    from address a join street s on s.id = a.street_id
    where a.postcode = ${postcode} and a.postcode <> '' and s.settlement_id is not null
    group by s.settlement_id
    order by count(*) desc limit 1`.execute(database);
  const settlements = await loadSettlementNames(
    database,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, longitude, latitude }) => {
    const settlement = settlements.get(id);
    return settlement ? [{ settlement, point: [longitude, latitude] as const }] : [];
  });
}

/** Names of a settlement in every language, and its other ones, as names are compared. */
export function nameKeys(settlement: SettlementRow): string[] {
  const { name, search_key } = settlement;
  const names = [name, ...namesOf(settlement), ...search_key.split(nameSeparator)];
  return [...new Set(names.filter((text) => text !== null).map(toNameKey))];
}

/** Name in the form of comparisons: terms of letters and digits, separated by single spaces. */
export function toNameKey(name: string): string {
  return searchKey(name)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function matchNames(settlement: SettlementRow, text: string) {
  const keys = nameKeys(settlement);
  if (keys.includes(text)) return { match: "exact", extraLetters: 0 } as const;
  const beginning = keys.find((key) => key.startsWith(text));
  const extraLetters = Math.max(0, (beginning ?? keys[0]).length - text.length);
  return { match: beginning === undefined ? "terms" : "beginning", extraLetters } as const;
}
