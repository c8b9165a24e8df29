import { sql } from "kysely";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { searchKey } from "#domain/text/search-key.ts";
import type { Database } from "#server/database/connect.ts";
import { withLatinKeys } from "#server/database/latin-key.ts";
import { countryAt } from "#server/geo/country-at.ts";
import { nameColumns, nameSeparator } from "#server/geo/extract/extract-provider.ts";
import { boundsOf, formatBox } from "#server/geometry/bounds.ts";
import type { OnProgress, OsmPbfFile } from "#server/import/pbf/osm-pbf-file.ts";
import type { ExtractGeometry } from "./extract-geometry.ts";
import {
  type AdministrativeArea,
  contains,
  type ExtractSettlement,
  findAreas,
  gatherSettlements,
} from "./gather-settlements.ts";
import { LandmarkGatherer } from "./landmarks.ts";
import { elementKey, RowBuffer, streetKey } from "./row-buffer.ts";
import { SettlementLocator } from "./settlement-locator.ts";
import { AddressGatherer, roundLine, StreetCollector, streetRow } from "./streets-and-addresses.ts";

export interface ExtractSource {
  readonly file: OsmPbfFile;
  readonly geometry: ExtractGeometry;
  /** Name of the extract, such as `hungary`; it replaces an earlier import of the same name. */
  readonly name: string;
  /** Digest of the file and of the importer's version. */
  readonly digest: string;
  /**
   * Country of all settlements without a country's outline in the file, ISO 3166-1 alpha-2; null
   * where it is unknown.
   */
  readonly country: string | null;
}

/** Numbers of rows of an extract. */
export interface ExtractCounts {
  readonly settlements: number;
  readonly streets: number;
  readonly addresses: number;
}

export interface ExtractResult extends ExtractCounts {
  /**
   * Numbers of settlements by countries, the most first, where some are guessed and there are
   * several; else empty.
   */
  readonly guessedCountries: ReadonlyMap<string, number>;
}

/**
 * Replaces the settlements, streets, landmarks and addresses of an extract, all in one transaction: searches
 * meanwhile find the former rows, and a failure leaves these unchanged. Rows that are the same in the new file stay.
 * The transaction does not touch `place`, so it may be long.
 */
export function importExtract(
  database: Database,
  source: ExtractSource,
  onProgress: OnProgress,
): Promise<ExtractResult> {
  return database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    const areas = findAreas(source.geometry);
    const settlements = gatherSettlements(source.geometry, areas);
    const locator = new SettlementLocator(settlements.filter(({ isPart }) => !isPart));
    const extractId = await replaceExtract(transaction, source);
    const settlementRows = await RowBuffer.open(transaction, "settlement", extractId, elementKey);
    const ids = new Map<ExtractSettlement | null, number>();
    for (const settlement of settlements) {
      ids.set(settlement, settlementRows.idOf(settlement.osmId));
    }
    const settlementId = (settlement: ExtractSettlement | null) => ids.get(settlement) ?? null;
    const addressRows = await RowBuffer.open(transaction, "address", extractId, elementKey);
    const streetRows = await RowBuffer.open(transaction, "street", extractId, streetKey);
    const streets = new StreetCollector((settlement, name_key) =>
      streetRows.idOf(streetKey.keyOf({ settlement_id: settlementId(settlement), name_key })),
    );
    const landmarks = new LandmarkGatherer({ extractId, rows: streetRows, settlementId });
    const gatherer = new AddressGatherer(
      { extractId, locator, streets, landmarks, addressRows, streetRows },
      source.geometry,
    );
    await source.file.visit(gatherer, onProgress);
    gatherer.addAreas();
    await addressRows.close();
    for (const street of streets.streets()) {
      streetRows.add(streetRow(street, extractId, settlementId(street.settlement)));
      await streetRows.flush();
    }
    await streetRows.close();

    learnPostcodes(streets);
    const countries = new CountryFinder(areas, source.country);
    for (const settlement of settlements) {
      const at: Coordinates = [settlement.longitude, settlement.latitude];
      const around = {
        id: ids.get(settlement)!,
        extractId,
        partOf: settlement.isPart ? settlementId(locator.find(at)) : null,
        county: countyAt(areas, at),
        country: countries.find(at),
      };
      settlementRows.add(settlementRow(settlement, around));
      await settlementRows.flush();
    }
    await settlementRows.close();
    // Without statistics the streets near to the toilets would be found by reading all streets for each of them.
    await sql`analyze settlement, street, address`.execute(transaction);
    const counts = {
      settlements: settlementRows.count,
      streets: streetRows.count - landmarks.count,
      addresses: addressRows.count,
    };
    return { ...counts, guessedCountries: countries.guessed() };
  });
}

/**
 * Finder of the country of settlements, which counts them. An extract contains the outline of its
 * own country, rarely those of its neighbours, and a smaller cut has none.
 */
class CountryFinder {
  readonly #areas: readonly AdministrativeArea[];
  readonly #told: string | null;
  readonly #numbers = new Map<string, number>();
  #isGuessed = false;

  constructor(areas: readonly AdministrativeArea[], fallbackCode: string | null) {
    this.#areas = areas.filter(({ level }) => level === 2);
    this.#told = fallbackCode;
  }

  find(at: Coordinates): string {
    const around = this.#areas.find((area) => contains(area, at))?.relation.tags;
    const code = around?.["ISO3166-1:alpha2"] ?? around?.["ISO3166-1"] ?? "";
    const known = /^[A-Z]{2}$/.test(code) ? code : this.#told;
    if (known === null) this.#isGuessed = true;
    const country = known ?? countryAt(at) ?? "ZZ";
    this.#numbers.set(country, (this.#numbers.get(country) ?? 0) + 1);
    return country;
  }

  guessed(): ReadonlyMap<string, number> {
    if (!this.#isGuessed || this.#numbers.size < 2) return new Map();
    return new Map([...this.#numbers].sort(([, one], [, other]) => other - one));
  }
}

async function replaceExtract(database: Database, source: ExtractSource): Promise<number> {
  const { name, digest, file, geometry } = source;
  const points = geometry.placeNodes.map(({ longitude, latitude }) => [longitude, latitude]);
  const bounds = points.length === 0 ? ([0, 0, 0, 0] as const) : boundsOf(points);
  const row = { digest, data_at: file.header.dataAt, bounds: formatBox(bounds) };
  const { id } = await database
    .insertInto("extract")
    .values({ name, ...row })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({ ...row, imported_at: sql<Date>`database_clock()` }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Minimum share of a settlement's addresses with one postcode to make it the settlement's: some are
 * wrong.
 */
const shareOfPostcode = 0.9;

/**
 * Sets the postcode of settlements without one from their addresses. Cities with several get none.
 */
function learnPostcodes(streets: StreetCollector): void {
  for (const [settlement, numbers] of streets.postcodes()) {
    const all = [...numbers.values()].reduce((sum, number) => sum + number, 0);
    const main = [...numbers].find(([, number]) => number >= shareOfPostcode * all);
    if (settlement && main) settlement.postcode ||= main[0];
  }
}

/** Values of a settlement's row that depend on its position. */
interface SettlementSurroundings {
  readonly id: number;
  readonly extractId: number;
  readonly partOf: number | null;
  readonly county: string;
  readonly country: string;
}

function settlementRow(settlement: ExtractSettlement, around: SettlementSurroundings) {
  const { name, names, otherNames, area } = settlement;
  const allNames = [name, ...Object.values(names), ...otherNames].filter((text) => text !== null);
  return {
    id: around.id,
    extract_id: around.extractId,
    osm_id: settlement.osmId,
    kind: settlement.kind,
    name,
    ...nameColumns((language) => names[language]),
    part_of: around.partOf,
    county: around.county,
    country: around.country,
    postcode: settlement.postcode,
    population: settlement.population,
    longitude: settlement.longitude,
    latitude: settlement.latitude,
    boundary: area?.rings.map(roundLine) ?? null,
    bounds: area && formatBox(area.bounds),
    search_key: withLatinKeys(allNames.map(searchKey)).join(nameSeparator),
  };
}

/** `admin_level` of counties, in order of preference. */
const countyLevels = [6, 5, 4];

/** County at a point; empty where the extract has none. */
function countyAt(areas: readonly AdministrativeArea[], at: Coordinates): string {
  for (const level of countyLevels) {
    const county = areas.find((area) => area.level === level && contains(area, at));
    if (county) return county.relation.tags.name;
  }
  return "";
}
