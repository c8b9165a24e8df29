import { sql } from "kysely";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import type { Database } from "#server/database/connect.ts";
import { boundsAround, formatBox } from "#server/geometry/bounds.ts";
import { metersToLine } from "#server/geometry/line.ts";
import { betweenMark } from "./address-query.ts";
import { type FoundPlace, foundLandmark } from "./found-place.ts";
import { isPart, mayContain, type OutlinedSettlement } from "./settlements.ts";
import type { HouseRow } from "./streets.ts";
import { type StreetRow, streetColumns } from "./streets.ts";

/**
 * Maximum distances of a house from the point, by confidence; the pin of a toilet is rarely on the
 * door.
 */
const houseMeters = { exact: 10, high: 25, medium: 40 };
const streetMeters = { high: 30, medium: 150 };
/** Maximum distance of a landmark, whose point may be the middle of a large park. */
const landmarkMeters = 1_000;
/** Number of candidates: enough to find the nearest in metres among the nearest in degrees. */
const candidates = 12;

type Nearest<Row> = Row & { readonly meters: number };

/**
 * Address at a point: the nearest house, else the nearest street within a short walk, else the
 * nearest landmark, else the settlement or a part of one (docs/product#address-of-a-position). Null
 * where no extract has any of these around a settlement.
 */
export async function reverseExtract(
  database: Database,
  point: Coordinates,
): Promise<FoundPlace | null> {
  const house = await findNearestHouse(database, point);
  if (house && house.meters <= houseMeters.medium) return atHouse(house, point);
  const street = await findNearestStreet(database, point);
  if (street) return atStreet(street, point);
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
  return measured.reduce<Nearest<Row> | null>(
    (best, row) => (best && best.meters <= row.meters ? best : row),
    null,
  );
}

function atHouse(house: Nearest<HouseOnStreet>, point: Coordinates): FoundPlace {
  const { meters, settlement_id: settlementId } = house;
  const confidence =
    meters <= houseMeters.exact ? "exact" : meters <= houseMeters.high ? "high" : "medium";
  const street = { name: house.street, postcode: house.postcode };
  return { precision: "address", street, house, point, settlementId, confidence, rank: 0 };
}

function atStreet(street: Nearest<StreetWithLines>, point: Coordinates): FoundPlace {
  const confidence = street.meters <= streetMeters.high ? "high" : "medium";
  const { settlement_id: settlementId } = street;
  return { precision: "street", street, point, settlementId, confidence, rank: 0 };
}

/** Assumed reach of a settlement without an outline. */
export const reachMeters = 4_000;
/** Number of settlements without an outline that are tried. */
const nearbyTried = 12;

/**
 * Finds the part of a settlement, else the settlement, whose outline contains a point, the smallest
 * first; else the nearest one without an outline, within its assumed reach. Such a settlement
 * reaches no farther than the outline that contains it: beyond, often across the border, it is not
 * named. Null without any.
 */
async function findSettlementAround(
  database: Database,
  point: Coordinates,
): Promise<FoundPlace | null> {
  const around = await findOutlinesAround(database, point);
  const outlined = around.find(isPart) ?? around.at(0);
  if (outlined) return found(outlined, point, "medium");
  const nearest = await findNearestWithoutOutline(database, point);
  return nearest && found(nearest, point, "low");
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
  const nearestFirst = rows.toSorted((one, other) => metersTo(one) - metersTo(other));
  for (const row of nearestFirst.slice(0, nearbyTried)) {
    const around = await findOutlinesAround(database, [row.longitude, row.latitude]);
    if (around.length === 0) return row;
  }
  return null;
}

function found(
  settlement: OutlinedSettlement,
  point: Coordinates,
  confidence: "medium" | "low",
): FoundPlace {
  const precision = isPart(settlement) ? "district" : "settlement";
  return { precision, point, settlementId: settlement.id, confidence, rank: 0 };
}
