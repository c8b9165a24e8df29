import { sql } from "kysely";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { editDistance } from "#domain/text/edit-distance.ts";
import type { Database } from "#server/database/connect.ts";
import { nameKeys, type RankedSettlement } from "./find-settlements.ts";
import { findSimilarStreets, type RankedStreet, type StreetOptions } from "./find-streets.ts";
import {
  matchScore,
  scoreOfEdit,
  scoreOfPlace,
  scoreOfPostcode,
  scoreOfStreet,
} from "./match-score.ts";
import {
  loadSettlementNames,
  nameSeparator,
  type SettlementRow,
  settlementColumns,
} from "./settlement.ts";
import { isStreetType, termSpellings } from "./spelling.ts";

const maxCandidates = 80;

/**
 * Minimum share of equal three-letter parts (pg_trgm) of names that are proposed; their letters
 * decide. It is low for settlements: there are few of them, and two letters in the wrong order
 * spoil most parts of a short name.
 */
const leastSimilarity = { settlement: 0.3, street: 0.45 };

async function setLeastSimilarity(database: Database, share: number): Promise<void> {
  await sql`
    select set_config('pg_trgm.word_similarity_threshold', ${String(share)}, true)`.execute(
    database,
  );
}

/**
 * Finds the settlements whose names are similar to the terms, the likeliest first.
 *
 * @param database in a transaction
 */
export async function findSettlementsLike(
  database: Database,
  terms: readonly string[],
  near: Coordinates | null,
): Promise<RankedSettlement[]> {
  const text = terms.join(" ");
  await setLeastSimilarity(database, leastSimilarity.settlement);
  const { rows } = await sql<SettlementRow>`
    select ${sql.join(settlementColumns.map((column) => sql.ref(column)))} from settlement
    where search_key %> ${text}
    order by word_similarity(${text}, search_key) desc, id limit ${maxCandidates}`.execute(
    database,
  );
  const ranked = rows.flatMap((settlement) => {
    const edits = nameKeys(settlement).flatMap((key) => countTypos(terms, key.split(" ")) ?? []);
    if (edits.length === 0) return [];
    const score = matchScore.similar + Math.min(...edits) * scoreOfEdit;
    return [
      { settlement, match: "similar", rank: score + scoreOfPlace(settlement, near) } as const,
    ];
  });
  return ranked.sort((one, other) => other.rank - one.rank);
}

/**
 * Finds the streets whose names, with their settlement's, are similar to the terms, the likeliest
 * first.
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
  const rows = await findSimilarStreets(database, telling.join(" "), options);
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

/**
 * Number of letters by which typed terms differ from those of a name; the last one may be
 * unfinished. Terms may be separated or joined differently ('Bahnhof Strasse'). Null where it is
 * another name.
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
