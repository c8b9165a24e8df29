import { sql } from "kysely";
import type { Logger } from "pino";
import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { ConcurrencyLimiter, Overloaded } from "#server/concurrency/concurrency-limiter.ts";
import type { Database } from "#server/database/connect.ts";
import {
  filterByScope,
  type GeoProvider,
  type GeoResult,
  type GeoSearchOptions,
  notFound,
  unavailable,
  unsupportedCalls,
} from "#server/geo/geo.ts";
import { parseAddressId, toSuggestion } from "#server/geo/suggestion.ts";
import { boundsAround, formatBox } from "#server/geometry/bounds.ts";
import { metersToLine } from "#server/geometry/line.ts";
import { betweenMark } from "./address-query.ts";
import { describeFound, type FoundPlace, foundLandmark } from "./found-place.ts";
import { searchExtract } from "./search-extract.ts";
import { isPart, mayContain, type OutlinedSettlement } from "./settlements.ts";
import { type HouseRow, type StreetRow, streetColumns } from "./streets.ts";

// What an import writes into the rows, and the search of our own places shares.
export {
  addressKey,
  betweenMark,
  leadingNumber,
  termQuery,
  termSpellings,
} from "./address-query.ts";
export { nameSeparator, squaredDegrees } from "./settlements.ts";

export interface ExtractProviderDeps {
  readonly database: Database;
  /** Routes on foot on the extracts' walking tiles. */
  readonly walk: GeoProvider["directions"];
  readonly log: Pick<Logger, "warn">;
  readonly limits?: Partial<SearchLimits>;
}

/** Time limits of a search in the extracts. */
export interface SearchLimits {
  /** Maximum time in the queue; after it the next provider takes the search. */
  readonly maxWaitMs: number;
  /** Time limit of a single statement; most take a few milliseconds. */
  readonly statementTimeoutMs: number;
}

const usualLimits: SearchLimits = { maxWaitMs: 2_000, statementTimeoutMs: 1_000 };

/**
 * Limits of the searches that this process runs at once: each keeps a processor of the database busy for up to a tenth
 * of a second, and takes a connection. A client that searches without a pause leaves one to the others.
 */
const searchLimits = {
  task: "address searches",
  maxRunning: 3,
  maxRunningPerClient: 2,
  maxQueued: 24,
};

/** Provider of the extracts, with the test whether a point is outside them. */
export interface ExtractProvider extends GeoProvider {
  /** Whether no extract has a house, a street or a settlement at a point; false where that cannot be found out. */
  isOutside(position: Coordinates): Promise<boolean>;
}

/**
 * Provider `local` (docs/product#map-providers): addresses, streets and settlements of the imported
 * extracts, and routes on foot on their walking tiles. It makes no requests to other servers.
 */
export function createExtractProvider(deps: ExtractProviderDeps): ExtractProvider {
  const { maxWaitMs } = { ...usualLimits, ...deps.limits };
  const limiter = new ConcurrencyLimiter({ ...searchLimits, maxWaitMs });
  const search = async (text: string, options: GeoSearchOptions) => {
    const { near, language, client, signal } = options;
    const find = async (database: Database) => {
      const found = await searchExtract({ database, near }, text);
      return filterByScope(await describeFound(database, found, language), options);
    };
    try {
      return await limiter.run(() => query(deps, find), { client, signal });
    } catch (error) {
      if (error instanceof Overloaded)
        deps.log.warn({ reason: error.message }, "an address search was left out");
      else if (!signal.aborted) throw error;
      return unavailable;
    }
  };
  const isOutside = async (position: Coordinates) => {
    const result = await query(deps, (database) => reverseExtract(database, position));
    return result.ok && result.value === null;
  };
  const isInOne = async (from: Coordinates, to: Coordinates) => {
    const result = await query(deps, (database) => areInOneExtract(database, from, to));
    return !result.ok || result.value;
  };
  return {
    ...unsupportedCalls,
    name: "local",
    isOutside,
    search,
    async suggest(text, options) {
      const found = await search(text, options);
      if (!found.ok) return found;
      const by = { language: options.language, provider: "local" } as const;
      return { ok: true, value: found.value.map((address) => toSuggestion(address, by)) };
    },
    async retrieve(id) {
      const address = parseAddressId(id, "local");
      return address ? { ok: true, value: address } : notFound;
    },
    async reverse(position, { language }): Promise<GeoResult<GeoAddress>> {
      const result = await query(deps, async (database) => {
        const found = await reverseExtract(database, position);
        return found && describeFound(database, [found], language);
      });
      if (!result.ok) return result;
      return result.value ? { ok: true, value: result.value[0] } : notFound;
    },
    async directions(from, to, options) {
      const found = await deps.walk(from, to, options);
      if (found.ok || found.code !== "notfound") return found;
      // Beyond the border the extracts have pieces of ways, and none of what lies between two that do not meet:
      // that does not show that no way leads there.
      const isKnown =
        !(await isOutside(from)) && !(await isOutside(to)) && (await isInOne(from, to));
      return isKnown ? found : unsupportedCalls.directions(from, to, options);
    },
  };
}

/**
 * Whether a single extract has both points, by the box around its settlements and their reach; true without
 * another extract.
 */
async function areInOneExtract(
  database: Database,
  ...points: readonly Coordinates[]
): Promise<boolean> {
  const has = points.map(
    (point) => sql`bounds && ${formatBox(boundsAround(point, reachMeters))}::box`,
  );
  const { rows } = await sql<{ areInOne: boolean }>`
    select count(*) < 2 or bool_or(${sql.join(has, sql` and `)}) as "areInOne" from extract`.execute(
    database,
  );
  return rows[0].areInOne;
}

/** Reads the extracts' tables; a failure is logged, and the next provider takes the search. */
async function query<Value>(
  { database, log, limits }: ExtractProviderDeps,
  run: (database: Database) => Promise<Value>,
): Promise<GeoResult<Value>> {
  const { statementTimeoutMs } = { ...usualLimits, ...limits };
  try {
    return { ok: true, value: await queryBriefly(database, statementTimeoutMs, run) };
  } catch (error) {
    log.warn({ err: error }, "the imported extract could not be searched");
    return unavailable;
  }
}

/** Reads one state of the database, with a time limit of its statements there. */
export function queryBriefly<Value>(
  database: Database,
  statementTimeoutMs: number,
  run: (transaction: Database) => Promise<Value>,
): Promise<Value> {
  return database
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (transaction) => {
      const limit = String(statementTimeoutMs);
      await sql`select set_config('statement_timeout', ${limit}, true)`.execute(transaction);
      return run(transaction);
    });
}

/** Maximum distances of a house from the point, by confidence; the pin of a toilet is rarely on the door. */
const houseMeters = { exact: 10, high: 25, medium: 40 };
const streetMeters = { high: 30, medium: 150 };
/** Maximum distance of a landmark, whose point may be the middle of a large park. */
const landmarkMeters = 1_000;
/** Number of candidates: enough to find the nearest in metres among the nearest in degrees. */
const candidates = 12;

type Nearest<Row> = Row & { readonly meters: number };

/**
 * Address at a point: the nearest house, else the nearest street within a short walk, else the nearest landmark, else
 * the settlement or a part of one (docs/product#address-of-a-position). Null where no extract has any of these.
 */
async function reverseExtract(database: Database, point: Coordinates): Promise<FoundPlace | null> {
  const house = await findNearestHouse(database, point);
  if (house && house.meters <= houseMeters.medium) {
    const { meters, settlement_id: settlementId } = house;
    const confidence =
      meters <= houseMeters.exact ? "exact" : meters <= houseMeters.high ? "high" : "medium";
    const street = { name: house.street, postcode: house.postcode };
    return { precision: "address", street, house, point, settlementId, confidence, rank: 0 };
  }
  const street = await findNearestStreet(database, point);
  if (street) {
    const confidence = street.meters <= streetMeters.high ? "high" : "medium";
    const { settlement_id: settlementId } = street;
    return { precision: "street", street, point, settlementId, confidence, rank: 0 };
  }
  const settlement = await findSettlementAround(database, point);
  const landmark = settlement && (await findNearestLandmark(database, point));
  return landmark ? { ...landmark, point, settlementId: settlement.settlementId } : settlement;
}

type HouseOnStreet = HouseRow & { readonly street: string; readonly settlement_id: number | null };

async function findNearestHouse(
  database: Database,
  point: Coordinates,
): Promise<Nearest<HouseOnStreet> | null> {
  const [longitude, latitude] = point;
  const { rows } = await sql<HouseOnStreet>`
    select a.street_id, a.housenumber, a.housenumber_key, a.city, a.longitude, a.latitude,
      coalesce(nullif(a.postcode, ''), s.postcode) as postcode, s.name as street, s.settlement_id
    from (
      select * from address where not starts_with(housenumber_key, ${betweenMark})
      order by point(longitude, latitude) <-> point(${longitude}, ${latitude}) limit ${candidates}
    ) a join street s on s.id = a.street_id`.execute(database);
  return nearest(rows, (row) => distanceMeters(point, [row.longitude, row.latitude]));
}

type StreetWithLines = Pick<StreetRow, "id" | "settlement_id" | "name" | "postcode"> & {
  readonly lines: readonly (readonly number[])[];
};

async function findNearestStreet(
  database: Database,
  point: Coordinates,
): Promise<Nearest<StreetWithLines> | null> {
  const { rows } = await sql<StreetWithLines>`
    select id, settlement_id, name, postcode, lines from street
    where bounds && ${formatBox(boundsAround(point, streetMeters.medium))}::box and kind is null
    order by id`.execute(database);
  const street = nearest(rows, ({ lines }) =>
    Math.min(...lines.map((line) => metersToLine(point, line))),
  );
  return street && street.meters <= streetMeters.medium ? street : null;
}

/** Landmark around a point, without its address, which is not the point's. */
async function findNearestLandmark(
  database: Database,
  point: Coordinates,
): Promise<FoundPlace | null> {
  const { rows } = await sql<StreetRow>`
    select ${streetColumns} from street
    where bounds && ${formatBox(boundsAround(point, landmarkMeters))}::box and kind is not null
    order by id`.execute(database);
  const found = nearest(rows, (row) => distanceMeters(point, [row.longitude, row.latitude]));
  if (found === null || found.meters > landmarkMeters) return null;
  const named = { ...found, address: null, postcode: "" };
  return foundLandmark(named, { confidence: "medium", rank: 0 });
}

function nearest<Row>(rows: readonly Row[], metersTo: (row: Row) => number): Nearest<Row> | null {
  const measured = rows.map((row) => ({ ...row, meters: metersTo(row) }));
  return measured.sort((one, other) => one.meters - other.meters).at(0) ?? null;
}

/** Assumed reach of a settlement without an outline. */
const reachMeters = 4_000;
/** Number of settlements without an outline that are tried. */
const nearbyTried = 12;

/**
 * Finds the part of a settlement, else the settlement, whose outline contains a point, the smallest first; else the
 * nearest one without an outline, within its assumed reach. Such a settlement reaches no farther than the outline that
 * contains it: beyond, often across the border, it is not named. Null without any.
 */
async function findSettlementAround(
  database: Database,
  point: Coordinates,
): Promise<FoundPlace | null> {
  const around = await findOutlinesAround(database, point);
  const outlined = around.find(isPart) ?? around.at(0);
  const settlement = outlined ?? (await findNearestWithoutOutline(database, point));
  return (
    settlement && {
      precision: isPart(settlement) ? "district" : "settlement",
      point,
      settlementId: settlement.id,
      confidence: outlined ? "medium" : "low",
      rank: 0,
    }
  );
}

/** Settlements and parts whose outline contains a point, the smallest first. */
async function findOutlinesAround(
  database: Database,
  [longitude, latitude]: Coordinates,
): Promise<OutlinedSettlement[]> {
  const { rows } = await sql<OutlinedSettlement>`
    select * from settlement where bounds @> point(${longitude}, ${latitude})::box
    order by area(bounds), id`.execute(database);
  return rows.filter((row) => mayContain(row, [longitude, latitude]));
}

async function findNearestWithoutOutline(
  database: Database,
  point: Coordinates,
): Promise<OutlinedSettlement | null> {
  const { rows } = await sql<OutlinedSettlement>`
    select * from settlement
    where boundary is null and point(longitude, latitude) <@ ${formatBox(boundsAround(point, reachMeters))}::box`.execute(
    database,
  );
  const metersTo = ({ longitude, latitude }: OutlinedSettlement) =>
    distanceMeters(point, [longitude, latitude]);
  rows.sort((one, other) => metersTo(one) - metersTo(other));
  for (const row of rows.slice(0, nearbyTried)) {
    const around = await findOutlinesAround(database, [row.longitude, row.latitude]);
    if (around.length === 0) return row;
  }
  return null;
}
