import { sql } from "kysely";
import type { Coordinates } from "#domain/coordinates.ts";
import type { Database } from "#server/database/connect.ts";
import type { Line } from "../geometry/line.ts";
import { metersToLine } from "../geometry/meters-to-line.ts";

/** A street further away than this is no address; in metres. */
const maxMetersToStreet = 60;

interface StreetRow {
  n: number;
  name: string;
  lines: readonly Line[];
}

/** The name of the street nearest to each point, from the extracts; empty where none is near. */
export async function findStreets(
  database: Database,
  points: readonly Coordinates[],
): Promise<string[]> {
  const { rows } = await sql<StreetRow>`
    select point.n, street.name, street.lines
    from jsonb_to_recordset(${JSON.stringify(points.map(boxAround))}::jsonb)
      as point (n int, bounds box)
    join street on street.bounds && point.bounds
    order by point.n, street.id`.execute(database);
  const nearest = points.map(() => ({ name: "", meters: maxMetersToStreet }));
  for (const { n, name, lines } of rows) {
    const meters = Math.min(...lines.map((line) => metersToLine(points[n], line)));
    if (meters < nearest[n].meters) nearest[n] = { name, meters };
  }
  return nearest.map(({ name }) => name);
}

function boxAround([longitude, latitude]: Coordinates, n: number) {
  const high = maxMetersToStreet / 111_195;
  const wide = high / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  const [east, west] = [longitude + wide, longitude - wide];
  return { n, bounds: `(${east},${latitude + high}),(${west},${latitude - high})` };
}
