import { sql } from "kysely";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { searchKey } from "#domain/text/search-key.ts";
import type { Database } from "#server/database/connect.ts";
import { boundsOf, formatBox } from "#server/geometry/bounds.ts";
import { countryAt } from "#server/import/country-at.ts";
import type { OnProgress, OsmPbfFile } from "#server/import/pbf/osm-pbf-file.ts";
import type { ExtractGeometry } from "./extract-geometry.ts";
import {
  type AdministrativeArea,
  contains,
  type ExtractSettlement,
  findAreas,
  gatherSettlements,
} from "./gather-settlements.ts";
import { RowBuffer } from "./row-buffer.ts";
import { SettlementLocator } from "./settlement-locator.ts";
import { AddressGatherer, roundLine, StreetCollector, streetRow } from "./streets-and-addresses.ts";

export interface ExtractSource {
  readonly file: OsmPbfFile;
  readonly geometry: ExtractGeometry;
  /** Name of the extract, such as `hungary`; it replaces an earlier import of the same name. */
  readonly name: string;
  /** Digest of the file and of the importer's version. */
  readonly digest: string;
}

/** Numbers of rows of an extract. */
export interface ExtractCounts {
  readonly settlements: number;
  readonly streets: number;
  readonly addresses: number;
}

/**
 * Replaces the settlements, streets and addresses of an extract, all in one transaction: searches
 * meanwhile find the former rows, and a failure leaves these unchanged. The transaction does not
 * touch `place`, so it may be long.
 */
export function importExtract(
  database: Database,
  source: ExtractSource,
  onProgress: OnProgress,
): Promise<ExtractCounts> {
  return database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    const areas = findAreas(source.geometry);
    const settlements = gatherSettlements(source.geometry, areas);
    const locator = new SettlementLocator(settlements.filter(({ isPart }) => !isPart));
    const extractId = await replaceExtract(transaction, source);
    const context = { database: transaction, extractId };
    const ids = await writeSettlements(context, { settlements, areas, locator });

    const streetRows = await RowBuffer.open(transaction, "street");
    const streets = new StreetCollector(() => streetRows.nextId());
    const addressRows = await RowBuffer.open(transaction, "address");
    const gatherer = new AddressGatherer(
      { extractId, locator, streets, addressRows },
      source.geometry,
    );
    await source.file.visit(gatherer, onProgress);
    gatherer.addAreas();
    await addressRows.close();

    for (const street of streets.streets()) {
      streetRows.add(streetRow(street, extractId, ids.get(street.settlement) ?? null));
      await streetRows.flush();
    }
    await streetRows.close();
    return { settlements: ids.size, streets: streetRows.count, addresses: addressRows.count };
  });
}

async function replaceExtract(database: Database, source: ExtractSource): Promise<number> {
  const { name, digest, file, geometry } = source;
  await database.deleteFrom("extract").where("name", "=", name).execute();
  const points = geometry.placeNodes.map(({ longitude, latitude }) => [longitude, latitude]);
  const bounds = points.length === 0 ? ([0, 0, 0, 0] as const) : boundsOf(points);
  const row = { name, digest, data_at: file.header.dataAt, bounds: formatBox(bounds) };
  const { id } = await database
    .insertInto("extract")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

interface FoundSettlements {
  readonly settlements: readonly ExtractSettlement[];
  readonly areas: readonly AdministrativeArea[];
  readonly locator: SettlementLocator<ExtractSettlement>;
}

/** @returns ids of the settlements */
async function writeSettlements(
  { database, extractId }: { readonly database: Database; readonly extractId: number },
  { settlements, areas, locator }: FoundSettlements,
): Promise<Map<ExtractSettlement | null, number>> {
  const rows = await RowBuffer.open(database, "settlement");
  const ids = new Map<ExtractSettlement | null, number>();
  for (const settlement of settlements) ids.set(settlement, rows.nextId());
  for (const settlement of settlements) {
    const at: Coordinates = [settlement.longitude, settlement.latitude];
    const whole = settlement.isPart ? locator.find(at) : null;
    rows.add(
      settlementRow(settlement, {
        id: ids.get(settlement)!,
        extractId,
        partOf: ids.get(whole) ?? null,
        county: countyAt(areas, at),
        country: countryOf(areas, at),
      }),
    );
    await rows.flush();
  }
  await rows.close();
  return ids;
}

/** Values of a settlement's row that are found by its position. */
interface SettlementSurroundings {
  readonly id: number;
  readonly extractId: number;
  readonly partOf: number | null;
  readonly county: string;
  readonly country: string;
}

function settlementRow(settlement: ExtractSettlement, around: SettlementSurroundings) {
  const { name, nameHu, nameEn, nameDe, otherNames, area } = settlement;
  const names = [name, nameHu, nameEn, nameDe, ...otherNames].filter((text) => text !== null);
  return {
    id: around.id,
    extract_id: around.extractId,
    osm_id: settlement.osmId,
    kind: settlement.kind,
    name,
    name_hu: nameHu,
    name_en: nameEn,
    name_de: nameDe,
    part_of: around.partOf,
    county: around.county,
    country: around.country,
    postcode: settlement.postcode,
    population: settlement.population,
    longitude: settlement.longitude,
    latitude: settlement.latitude,
    boundary: area?.rings.map(roundLine) ?? null,
    bounds: area && formatBox(area.bounds),
    search_key: [...new Set(names.map(searchKey))].join(" "),
  };
}

/** Levels of counties, the most fitting first. */
const countyLevels = [6, 5, 4];

/** County at a point; empty where the extract has none. */
function countyAt(areas: readonly AdministrativeArea[], at: Coordinates): string {
  for (const level of countyLevels) {
    const county = areas.find((area) => area.level === level && contains(area, at));
    if (county) return county.relation.tags.name;
  }
  return "";
}

/**
 * Country at a point. An extract holds the outline of its own country, rarely those of its
 * neighbours.
 */
function countryOf(areas: readonly AdministrativeArea[], at: Coordinates): string {
  const country = areas.find((area) => area.level === 2 && contains(area, at))?.relation.tags;
  const code = country?.["ISO3166-1:alpha2"] ?? country?.["ISO3166-1"] ?? "";
  return /^[A-Z]{2}$/.test(code) ? code : (countryAt(at) ?? "ZZ");
}
