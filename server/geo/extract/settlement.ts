import { sql } from "kysely";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { isInside } from "#domain/geography/shapes.ts";
import { type Language, languages } from "#domain/text/language.ts";
import type { Database } from "#server/database/connect.ts";
import type { NameColumns } from "#server/database/schema.ts";
import { boundsAround, formatBox } from "#server/geometry/bounds.ts";

/** Settlement of an extract, or a part of one, without its outline. */
export interface SettlementRow extends Readonly<NameColumns> {
  readonly id: number;
  /** Value of OpenStreetMap's `place`: `city`, `village`, …; of parts `borough`, `suburb`, … */
  readonly kind: string;
  readonly name: string;
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

/**
 * Settlement with the size of its extract: a larger one more likely contains all of its
 * surroundings.
 */
export interface LoadedSettlement extends OutlinedSettlement {
  /** Area of the extract's bounds, in square degrees. */
  readonly extract_area: number;
}

export function nameColumn(language: Language) {
  return `name_${language}` as const;
}

/** Values of the columns of names. */
export function nameColumns(nameIn: (language: Language) => string | null): NameColumns {
  const values = languages.map((language) => [nameColumn(language), nameIn(language)]);
  return Object.fromEntries(values);
}

/** Names in the product's languages, null where one is not known. */
export function namesOf(settlement: SettlementRow): (string | null)[] {
  return languages.map((language) => settlement[nameColumn(language)]);
}

export const settlementColumns = [
  "id",
  "kind",
  "name",
  ...languages.map(nameColumn),
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
  settlement: Readonly<NameColumns> & { readonly name: string },
  language: Language,
): string {
  return settlement[nameColumn(language)] ?? settlement.name;
}

/**
 * Whether a point can belong to the settlement; true for any point where the outline is unknown.
 */
export function mayContain({ boundary }: OutlinedSettlement, point: Coordinates): boolean {
  return boundary === null || isInside(boundary, point);
}

/** Settlements by id, without their outlines. */
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
