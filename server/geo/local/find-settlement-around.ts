import { sql } from "kysely";
import type { Coordinates } from "#domain/coordinates.ts";
import { distanceMeters } from "#domain/distance.ts";
import type { Database } from "#server/database/connect.ts";
import { boxAround } from "./area.ts";
import type { FoundPlace } from "./found-place.ts";
import { isPart, mayContain, type OutlinedSettlement } from "./settlement-row.ts";

/** A settlement without an outline is taken to reach no further. */
const reachMeters = 4_000;

/**
 * The part of a settlement, else the settlement, whose outline is around a point, the smallest first;
 * else the nearest one that has no outline and so may reach there. Null where there is none.
 */
export async function findSettlementAround(
  database: Database,
  point: Coordinates,
): Promise<FoundPlace | null> {
  const [longitude, latitude] = point;
  const { rows } = await sql<OutlinedSettlement>`
    select * from settlement where bounds @> point(${longitude}, ${latitude})::box
    order by area(bounds), id`.execute(database);
  const around = rows.filter((row) => mayContain(row, point));
  const outlined = around.find(isPart) ?? around.at(0);
  if (outlined) return found(outlined, point, "medium");
  const nearest = await findNearestWithoutOutline(database, point);
  return nearest && found(nearest, point, "low");
}

async function findNearestWithoutOutline(
  database: Database,
  point: Coordinates,
): Promise<OutlinedSettlement | null> {
  const { rows } = await sql<OutlinedSettlement>`
    select * from settlement
    where boundary is null and point(longitude, latitude) <@ ${boxAround(point, reachMeters)}::box`.execute(
    database,
  );
  const metersTo = ({ longitude, latitude }: OutlinedSettlement) =>
    distanceMeters(point, [longitude, latitude]);
  return rows.toSorted((one, other) => metersTo(one) - metersTo(other)).at(0) ?? null;
}

function found(
  settlement: OutlinedSettlement,
  point: Coordinates,
  confidence: "medium" | "low",
): FoundPlace {
  const precision = isPart(settlement) ? "district" : "settlement";
  return { precision, point, settlementId: settlement.id, confidence, rank: 0 };
}
