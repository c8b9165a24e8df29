import { budapestDistricts } from "#domain/address-search/budapest-districts.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Database } from "#server/database/connect.ts";
import { alikeSpelling, latinKey } from "#server/database/latin-key.ts";
import { findByTerms, nameKeys, toNameKey } from "./find-settlements.ts";
import { scoreOfPlace } from "./match-score.ts";
import { isPart, type SettlementRow } from "./settlement.ts";
import { termSpellings } from "./spelling.ts";

/** Settlement named by some of the terms, and the other terms. */
export interface NamedWithin {
  readonly settlement: SettlementRow;
  readonly rest: readonly string[];
}

/** Maximum number of settlements that are tried; several have the same name. */
const maxNamed = 3;

/**
 * Finds the settlements that have at least one of the terms in their names; a finder reads each
 * spelling once.
 */
export type NamesakeFinder = (terms: readonly string[]) => Promise<readonly SettlementRow[]>;

export function createNamesakeFinder(database: Database): NamesakeFinder {
  const found = new Map<string, Promise<readonly SettlementRow[]>>();
  return (terms) => {
    // Numbers are left out: no settlement has a number as its name, and the queries of a text often
    // differ by their numbers only.
    const spellings = terms.filter((term) => !/^\d/.test(term)).flatMap(termSpellings);
    const tsquery = spellings.map((term) => `'${term}'`).join(" | ");
    const rows = found.get(tsquery) ?? (tsquery === "" ? noRows : findByTerms(database, tsquery));
    found.set(tsquery, rows);
    return rows;
  };
}

const noRows: Promise<readonly SettlementRow[]> = Promise.resolve([]);

/**
 * Finds the settlements, and parts of them, whose exact name in any language is among the terms:
 * `kossuth utca raab`. The longest names come first, then the likeliest.
 */
export async function findNamedWithin(
  findNamesakes: NamesakeFinder,
  terms: readonly string[],
  near: Coordinates | null,
): Promise<NamedWithin[]> {
  const candidates = await findNamesakes(terms);
  const written = terms.map((term) => [
    termSpellings(term)[0],
    latinKey(term) ?? alikeSpelling(term),
  ]);
  const named = candidates.flatMap((settlement) => {
    const runs = nameKeys(settlement).flatMap((key) => findRun(written, key.split(" ")) ?? []);
    const [longest] = runs.sort((one, other) => other.length - one.length);
    if (!longest) return [];
    const rest = terms.toSpliced(longest.at, longest.length);
    return [{ settlement, rest, rank: scoreOfPlace(settlement, near) }];
  });
  return named
    .sort((one, other) => one.rest.length - other.rest.length || other.rank - one.rank)
    .slice(0, maxNamed);
}

/** @param terms spellings of each */
function findRun(terms: readonly (readonly string[])[], name: readonly string[]) {
  const at = terms.findIndex((_, from) =>
    name.every((term, index) => terms[from + index]?.includes(term)),
  );
  return at < 0 ? null : { at, length: name.length };
}

const cityTerms = new Set(["bp", "budapest", "bpest"]);

/**
 * Finds a district of Budapest, by its number or its own name, and the terms that are not the
 * city's name.
 *
 * @param number 1…23
 * @returns null where no extract has it
 */
export async function findDistrict(
  database: Database,
  number: number,
  terms: readonly string[],
): Promise<NamedWithin | null> {
  const district = budapestDistricts[number - 1];
  const roman = district.roman.toLowerCase();
  const own = toNameKey(district.names[0]).split(" ");
  const quoted = (parts: readonly string[]) => parts.map((part) => `'${part}'`).join(" & ");
  const query = `('${roman}' & 'kerulet') | (${quoted(own)})`;
  const parts = (await findByTerms(database, query)).filter(isPart);
  const settlement = parts.find(({ kind }) => kind === "borough") ?? parts.at(0);
  return settlement ? { settlement, rest: terms.filter((term) => !cityTerms.has(term)) } : null;
}
