import { createHash } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { languages } from "#domain/text/language.ts";
import { searchKey } from "#domain/text/search-key.ts";
import type { Database } from "#server/database/connect.ts";
import { withLatinKeys } from "#server/database/latin-key.ts";
import { countryAt } from "#server/geo/country-at.ts";
import { nameSeparator } from "#server/geo/extract/extract-provider.ts";
import { boundsOf, formatBox } from "#server/geometry/bounds.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";
import {
  OsmPbfFile,
  type PbfIndex,
  sortOsmPbf,
  writePbfOfXml,
} from "#server/import/osm/osm-file.ts";
import { contains, SettlementLocator } from "#server/import/settlement-locator.ts";
import type { ToiletsOfFile } from "#server/import/toilets/import-toilets.ts";
import { type ExtractGeometry, loadExtractGeometry } from "./extract-geometry.ts";
import {
  type AdministrativeArea,
  type ExtractSettlement,
  findAreas,
  gatherSettlements,
} from "./gather-settlements.ts";
import { elementKey, RowBuffer, streetKey } from "./row-buffer.ts";
import { AddressGatherer, roundLine } from "./streets-and-addresses.ts";

export type ExtractStage = "reading" | "shapes" | "addresses";

interface ExtractImport {
  readonly database: Database;
  /** Country of all elements, ISO 3166-1 alpha-2; null where the import determines it. */
  readonly country: string | null;
  /** Whether the extract may replace newer data of its name. */
  readonly takesOlder: boolean;
  /** Folder for copies of the file in another form. */
  readonly workFolder: string;
  readonly isXml: boolean;
  readonly onProgress: (stage: ExtractStage, share: number) => void;
}

/** Numbers of rows of an extract. */
export interface ExtractCounts {
  readonly settlements: number;
  readonly streets: number;
  readonly addresses: number;
}

export interface ExtractResult extends ExtractCounts {
  /** Numbers of settlements by countries, the most first, where some are guessed; else empty. */
  readonly guessedCountries: ReadonlyMap<string, number>;
}

/** Result of reading a file, apart from its toilets. */
export interface ReadExtract {
  /** Null for a file of toilets only, `"unchanged"` for an extract that is already imported. */
  readonly extract: ExtractResult | "unchanged" | null;
  /** SHA-256 of an extract, of the reader's version, a given country and the languages; null for a file of toilets only. */
  readonly digest: string | null;
  /** File to store, with its index: the imported one, or a sorted copy in PBF; null without an extract. */
  readonly stored: { readonly path: string; readonly index: PbfIndex } | null;
  /** Reason why the file is not complete, in its own text; null for a complete file. */
  readonly incomplete: string | null;
}

/**
 * Imports an extract, in PBF or XML: takes its toilets and replaces the settlements, streets, landmarks and addresses
 * of its name, unless these came from the same file. Of XML that is incomplete or has toilets alone, as Overpass
 * answers, only the toilets count, as of JSON. What is wrong with the file is found before anything is
 * written; one whose elements are not sorted is sorted first.
 *
 * @throws ImportFileError where it cannot be read, with nothing written
 */
export async function importExtract(
  givenPath: string,
  toilets: ToiletsOfFile,
  job: ExtractImport,
): Promise<ReadExtract> {
  const { database, country, workFolder, isXml, onProgress } = job;
  const { source } = toilets;
  const path = isXml ? join(workFolder, "given.osm.pbf") : givenPath;
  const onRead = (share: number) => onProgress("reading", share);
  const xml = isXml ? await writePbfOfXml(givenPath, path, onRead) : null;
  const { incomplete = null, unplaced = 0 } = xml ?? {};
  const hash = createHash("sha256").update(String([importerVersion, country ?? "", ...languages]));
  await using given = await OsmPbfFile.open(path, isXml ? undefined : onRead, hash);
  const digest = hash.digest("hex");
  if (given.isEmpty && unplaced === 0) throw new ImportFileError("It has no elements.");
  if (!job.takesOlder) await ensureNotOlder(database, source, given.header.dataAt);
  const onShape = (share: number) => onProgress("shapes", share);
  const shapes = await loadExtractGeometry(given, onShape);
  toilets.report.leaveOut("no-position", unplaced);
  const takeToilets = (geometry: ExtractGeometry) => {
    for (const { osmId, tags, position } of geometry.toilets) {
      toilets.take(osmId, tags, position ?? xml?.positions.get(osmId) ?? null);
    }
  };
  if (isXml && (incomplete !== null || !shapes.hasSurroundings)) {
    takeToilets(shapes);
    return { extract: null, digest: null, stored: null, incomplete };
  }
  const sortedPath = shapes.isSorted ? path : join(workFolder, "sorted.osm.pbf");
  if (!shapes.isSorted) await sortOsmPbf(given, sortedPath, onShape);
  await using sorted = shapes.isSorted ? null : await OsmPbfFile.open(sortedPath);
  const file = sorted ?? given;
  const geometry = sorted ? await loadExtractGeometry(sorted, onShape) : shapes;
  takeToilets(geometry);
  const { rows: same } = await sql`
    select from extract where name = ${source} and digest = ${digest}`.execute(database);
  const extract =
    same.length > 0 ? "unchanged" : await replaceRows({ file, geometry, digest, source }, job);
  return { extract, digest, stored: { path: sortedPath, index: file.index }, incomplete };
}

/** Older data would bring back what OpenStreetMap has removed since (docs/product#import-again). */
async function ensureNotOlder(
  database: Database,
  name: string,
  dataAt: Date | null,
): Promise<void> {
  const former = await database
    .selectFrom("extract")
    .select("data_at")
    .where("name", "=", name)
    .executeTakeFirst();
  const formerAt = former?.data_at ?? null;
  if (dataAt === null || formerAt === null || dataAt >= formerAt) return;
  throw new ImportFileError(
    `Its data is of ${dataAt.toISOString()}, and that of the extract ${name} here is newer, of ${formerAt.toISOString()}. Import a newer file, or this one with --older.`,
  );
}

/** Version of the extract reader, part of the digest: a new one reads a known file again, as a new language does. */
const importerVersion = "9";

interface ExtractSource {
  readonly file: OsmPbfFile;
  readonly geometry: ExtractGeometry;
  /** Name of the extract, such as `hungary`; it replaces an earlier import of the same name. */
  readonly source: string;
  readonly digest: string;
}

/**
 * Replaces the settlements, streets, landmarks and addresses of an extract, all in one transaction: searches
 * meanwhile find the former rows, and a failure leaves these unchanged. Rows that are the same in the new file stay.
 * The transaction does not touch `place`, so it may be long.
 */
function replaceRows(
  source: ExtractSource,
  { database, country, onProgress }: ExtractImport,
): Promise<ExtractResult> {
  const { file, geometry } = source;
  return database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    const areas = findAreas(geometry);
    const settlements = gatherSettlements(geometry, areas);
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
    const parts = { extractId, geometry, locator, addressRows, streetRows, settlementId };
    const gatherer = new AddressGatherer(parts);
    await file.visit(gatherer, (share) => onProgress("addresses", share));
    await gatherer.close();

    learnPostcodes(gatherer);
    const countries = new CountryFinder(areas, country);
    for (const settlement of settlements) {
      const at: Coordinates = [settlement.longitude, settlement.latitude];
      settlementRows.add({
        ...settlementRow(settlement),
        id: ids.get(settlement)!,
        extract_id: extractId,
        part_of: settlement.isPart ? settlementId(locator.find(at)) : null,
        county: countyAt(areas, at),
        country: countries.find(at),
      });
      await settlementRows.flush();
    }
    await settlementRows.close();
    // Without statistics the streets near to the toilets would be found by reading all streets for each of them.
    await sql`analyze settlement, street, address`.execute(transaction);
    const counts = {
      settlements: settlementRows.count,
      streets: streetRows.count - gatherer.landmarkCount,
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
  readonly #fallbackCode: string | null;
  readonly #numbers = new Map<string, number>();
  #isGuessed = false;

  constructor(areas: readonly AdministrativeArea[], fallbackCode: string | null) {
    this.#areas = areas.filter(({ level }) => level === 2);
    this.#fallbackCode = fallbackCode;
  }

  find(at: Coordinates): string {
    const around = this.#areas.find((area) => contains(area, at))?.relation.tags;
    const code = around?.["ISO3166-1:alpha2"] ?? around?.["ISO3166-1"] ?? "";
    const known = /^[A-Z]{2}$/.test(code) ? code : this.#fallbackCode;
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
  const { source: name, digest, file, geometry } = source;
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

/** Minimum share of a settlement's addresses that makes a postcode its own: some are wrong. */
const shareOfPostcode = 0.9;

/** Sets missing postcodes of settlements by their addresses. Cities with several get none. */
function learnPostcodes(gatherer: AddressGatherer): void {
  for (const [settlement, numbers] of gatherer.postcodes()) {
    const all = [...numbers.values()].reduce((sum, number) => sum + number, 0);
    const main = [...numbers].find(([, number]) => number >= shareOfPostcode * all);
    if (settlement && main) settlement.postcode ||= main[0];
  }
}

function settlementRow(settlement: ExtractSettlement) {
  const { name, names, otherNames, area } = settlement;
  const allNames = [name, ...Object.values(names), ...otherNames];
  return {
    osm_id: settlement.osmId,
    kind: settlement.kind,
    name,
    names,
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
