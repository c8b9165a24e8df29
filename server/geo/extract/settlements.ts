import { type RawBuilder, sql } from "kysely";
import { budapestDistricts, cityNames } from "#domain/address-search/budapest-districts.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters, metersPerDegree } from "#domain/geography/distance-and-bearing.ts";
import { isInside } from "#domain/geography/shapes.ts";
import type { Language } from "#domain/text/language.ts";
import { nameKey } from "#domain/text/search-key.ts";
import type { Database } from "#server/database/connect.ts";
import { alikeSpelling, latinKey } from "#server/database/latin-key.ts";
import type { LanguageNames } from "#server/database/schema.ts";
import { boundsAround, formatBox } from "#server/geometry/bounds.ts";
import { countTypos, type NameQuery, termSpellings } from "./address-query.ts";

/** Settlement of an extract, or a part of one, without its outline. */
export interface SettlementRow {
  readonly id: number;
  /** Value of OpenStreetMap's `place`: `city`, `village`, …; of parts `borough`, `suburb`, … */
  readonly kind: string;
  readonly name: string;
  readonly names: LanguageNames | null;
  /** Settlement that a part belongs to. */
  readonly part_of: number | null;
  readonly county: string;
  readonly country: string;
  readonly postcode: string;
  readonly population: number | null;
  readonly longitude: number;
  readonly latitude: number;
  /** All of its names, a {@link nameSeparator} between them. */
  readonly search_key: string;
}

/** In a search key; it ends a term either way. */
export const nameSeparator = "; ";

export interface OutlinedSettlement extends SettlementRow {
  /** Bounds, a `box` as text; null where the outline is missing. */
  readonly bounds: string | null;
  /** Rings, each [lng, lat, lng, lat, …]; null where the extract has none. */
  readonly boundary: readonly (readonly number[])[] | null;
}

/** Settlement with the size of its extract: a larger one more likely contains all of its surroundings. */
export interface LoadedSettlement extends OutlinedSettlement {
  /** Area of the extract's bounds, in square degrees. */
  readonly extract_area: number;
}

const settlementColumns = [
  "id",
  "kind",
  "name",
  "names",
  "part_of",
  "county",
  "country",
  "postcode",
  "population",
  "longitude",
  "latitude",
  "search_key",
] as const;

const partKinds: ReadonlySet<string> = new Set(["borough", "suburb", "quarter", "neighbourhood"]);

export function isPart({ kind }: Pick<SettlementRow, "kind">): boolean {
  return partKinds.has(kind);
}

export function nameOf(
  { name, names }: Pick<SettlementRow, "name" | "names">,
  language: Language,
): string {
  return names?.[language] ?? name;
}

/** Whether a point can belong to the settlement; true for any point where the outline is unknown. */
export function mayContain({ boundary }: OutlinedSettlement, point: Coordinates): boolean {
  return boundary === null || isInside(boundary, point);
}

export async function loadSettlementNames(
  database: Database,
  ids: Iterable<number>,
): Promise<Map<number, SettlementRow>> {
  const rows = await database
    .selectFrom("settlement")
    .select([...settlementColumns])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Settlements by id with their outlines, including those that a part belongs to. */
export async function loadSettlements(
  database: Database,
  ids: Iterable<number>,
): Promise<Map<number, LoadedSettlement>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await database
    .selectFrom("settlement")
    .select([...settlementColumns, "bounds", "boundary"])
    .select(
      sql<number>`(select area(bounds) from extract where id = settlement.extract_id)`.as(
        "extract_area",
      ),
    )
    .where(
      sql<boolean>`id = any(${wanted}::int[]) or id in (
        select part_of from settlement where id = any(${wanted}::int[]))`,
    )
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Search area for a street of a named settlement. */
export interface SearchArea {
  /** Box around the area, a `box` as text. */
  readonly box: string;
  contains(point: Coordinates): boolean;
}

/** Assumed reach of a settlement without an outline. */
const reachMeters = 3_000;

export function areaOf(settlement: OutlinedSettlement): SearchArea {
  const { longitude, latitude, bounds } = settlement;
  if (bounds !== null) {
    return { box: bounds, contains: (point) => mayContain(settlement, point) };
  }
  return {
    box: formatBox(boundsAround([longitude, latitude], reachMeters)),
    contains: (point) => distanceMeters(point, [longitude, latitude]) <= reachMeters,
  };
}

/** Maximum number of candidates; beyond it the less populous ones are left out. */
const maxCandidates = 300;

export interface RankedSettlement {
  readonly settlement: SettlementRow;
  readonly match: NameMatchQuality;
  readonly rank: number;
}

/** Finds the settlements, and parts of them, that have all the terms in their names, the likeliest first. */
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
function findByTerms(database: Database, tsquery: string): Promise<SettlementRow[]> {
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
  const { name, names, search_key } = settlement;
  const all = [name, ...Object.values(names ?? {}), ...search_key.split(nameSeparator)];
  return [...new Set(all.map(nameKey))];
}

function matchNames(settlement: SettlementRow, text: string) {
  const keys = nameKeys(settlement);
  if (keys.includes(text)) return { match: "exact", extraLetters: 0 } as const;
  const beginning = keys.find((key) => key.startsWith(text));
  const extraLetters = Math.max(0, (beginning ?? keys[0]).length - text.length);
  return { match: beginning === undefined ? "terms" : "beginning", extraLetters } as const;
}

/** Number of settlements of similar spelling that are compared letter by letter. */
const maxSimilar = 80;

/**
 * Minimum share of equal three-letter parts (pg_trgm) of names that are proposed; their letters decide. It is low for
 * settlements: there are few of them, and two letters in the wrong order spoil most parts of a short name.
 */
export const leastSimilarity = { settlement: 0.3, street: 0.45 };

export async function setLeastSimilarity(database: Database, share: number): Promise<void> {
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
    order by word_similarity(${text}, search_key) desc, id limit ${maxSimilar}`.execute(database);
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

/** Settlement named by some of the terms, and the other terms. */
export interface NamedWithin {
  readonly settlement: SettlementRow;
  readonly rest: readonly string[];
}

/** Maximum number of settlements that are tried; several have the same name. */
const maxNamed = 3;

/** Finds the settlements that have at least one of the terms in their names; a finder reads each spelling once. */
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

/**
 * Finds a district of Budapest, by its number or its own name, and the terms that are not the city's name.
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
  const own = nameKey(district.names[0]).split(" ");
  const quoted = (parts: readonly string[]) => parts.map((part) => `'${part}'`).join(" & ");
  const query = `('${roman}' & 'kerulet') | (${quoted(own)})`;
  const parts = (await findByTerms(database, query)).filter(isPart);
  const settlement = parts.find(({ kind }) => kind === "borough") ?? parts.at(0);
  return settlement ? { settlement, rest: terms.filter((term) => !cityNames.has(term)) } : null;
}

/**
 * Match of a name with the typed text: the exact name, its beginning, terms of it, parts within its
 * terms, or a similar spelling.
 */
export type NameMatchQuality = "exact" | "beginning" | "terms" | "part" | "similar";

/** Score of a match, in powers of ten of population. */
export const matchScore: Readonly<Record<NameMatchQuality, number>> = {
  exact: 4,
  beginning: 2,
  terms: 1,
  part: 0.5,
  similar: 0,
};
/** Score of each letter of a name that was not typed: of two names the shorter one comes first. */
export const scoreOfExtraLetter = -0.02;
export const scoreOfEdit = -1;
/** Score of a street: a typed name of a town means the town, not the streets named after it. */
export const scoreOfStreet = -1.5;
/** Score of a house with the typed number: it counts more than a name of exactly this spelling. */
export const scoreOfHouseNumber = 3.2;
export const scoreOfPostcode = 2;

/** Score at the searcher's own position; half of it is left at the distance below, a third at twice that distance. */
const scoreOfNearness = 3;
const nearMeters = 5_000;

/** Assumed population, as a power of ten, where the extract has none. */
const usualSize: Readonly<Record<string, number>> = {
  city: 5,
  town: 4,
  borough: 4,
  suburb: 3.5,
  village: 3,
  quarter: 3,
  neighbourhood: 2.5,
};
const leastSize = 2;

function scoreOfSize({ population, kind }: SettlementRow): number {
  return population ? Math.log10(population) : (usualSize[kind] ?? leastSize);
}

export function scoreOfPlace(settlement: SettlementRow, near: Coordinates | null): number {
  const score = scoreOfSize(settlement) - (isPart(settlement) ? 0.5 : 0);
  if (near === null) return score;
  const meters = distanceMeters(near, [settlement.longitude, settlement.latitude]);
  return score + scoreOfNearness / (1 + meters / nearMeters);
}

/** Score of a row of a street and the settlement `t` that it belongs to. */
export function scoreOfStreetRow(near: Coordinates | null): RawBuilder<number> {
  const size = sql<number>`
    coalesce(log(nullif(t.population, 0)), case t.kind
      ${sql.join(
        Object.entries(usualSize).map(([kind, score]) => sql`when ${kind} then ${score}::numeric`),
        sql` `,
      )}
      else ${leastSize}::numeric end)::float8`;
  if (near === null) return size;
  const meters = sql`${metersPerDegree}::float8 * sqrt(${squaredDegrees(near, "s")})`;
  return sql<number>`
    ${size} + ${scoreOfNearness}::float8 / (1 + ${meters} / ${nearMeters}::float8)`;
}

/** Squared distance of a table's row, in degrees of latitude: exact enough for an order, or a score. */
export function squaredDegrees(
  [longitude, latitude]: Coordinates,
  table: string,
): RawBuilder<number> {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const [x, y] = [sql.ref(`${table}.longitude`), sql.ref(`${table}.latitude`)];
  return sql`(${y} - ${latitude}::float8) ^ 2
    + ((${x} - ${longitude}::float8) * ${shrink}::float8) ^ 2`;
}
