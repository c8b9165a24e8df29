import type { Coordinates } from "#domain/coordinates.ts";
import type { Database } from "#server/database/connect.ts";
import type { Area } from "./area.ts";
import type { RankedStreet } from "./find-streets.ts";

/**
 * The streets that lead through an area, each with a point in it: all that bear one name in a city are
 * one street, so its middle may be in another district.
 */
export async function placeInArea(
  database: Database,
  streets: readonly RankedStreet[],
  area: Area,
): Promise<RankedStreet[]> {
  const outside = streets.filter((street) => !area.contains([street.longitude, street.latitude]));
  const lines = await loadLines(
    database,
    outside.map(({ id }) => id),
  );
  return streets.flatMap((street) => {
    const linesOutside = lines.get(street.id);
    if (!linesOutside) return [street];
    const point = findPoint(linesOutside, area);
    return point ? [{ ...street, longitude: point[0], latitude: point[1] }] : [];
  });
}

async function loadLines(database: Database, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, number[][]>();
  const rows = await database
    .selectFrom("street")
    .select(["id", "lines"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, lines }) => [id, lines]));
}

/** The middle one of the points of a line that are in the area. */
function findPoint(lines: readonly (readonly number[])[], area: Area): Coordinates | null {
  for (const line of lines) {
    const inside: Coordinates[] = [];
    for (let at = 0; at + 1 < line.length; at += 2) {
      const point: Coordinates = [line[at], line[at + 1]];
      if (area.contains(point)) inside.push(point);
    }
    if (inside.length > 0) return inside[inside.length >> 1];
  }
  return null;
}
