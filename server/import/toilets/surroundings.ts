import { sql } from "kysely";
import { type Coordinates, isOnEarth } from "#domain/geography/coordinates.ts";
import { languageOfCountry } from "#domain/text/language.ts";
import type { Database } from "#server/database/connect.ts";
import { countryAt, isInCountry } from "#server/geo/country-at.ts";
import { findSettlementAt } from "#server/geo/embedded/embedded-provider.ts";
import { boundsAround, boundsOf, formatBox } from "#server/geometry/bounds.ts";
import { type Line, metersToLine } from "#server/geometry/line.ts";
import {
  type LocatedSettlement,
  partKinds,
  SettlementLocator,
} from "#server/import/settlement-locator.ts";

interface Town {
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

type ExtractTown = LocatedSettlement & Town;

/** Finder of the settlement and country of a point. */
export class TownFinder {
  readonly #extracts: SettlementLocator<ExtractTown>;
  readonly #onlyCountry: string | null;

  private constructor(towns: Iterable<ExtractTown>, onlyCountry: string | null) {
    this.#extracts = new SettlementLocator(towns);
    this.#onlyCountry = onlyCountry;
  }

  /** @param onlyCountry that all points are in, ISO 3166-1 alpha-2; null where it is to be found out */
  static async load(database: Database, onlyCountry: string | null): Promise<TownFinder> {
    const rows = await database
      .selectFrom("settlement")
      .select(["kind", "name", "country", "longitude", "latitude", "boundary"])
      .where("kind", "not in", [...partKinds])
      .execute();
    const towns = rows.map(({ name, boundary, ...row }) => ({
      ...row,
      city: name,
      area: boundary && { rings: boundary, bounds: boundsOf(boundary) },
    }));
    return new TownFinder(towns, onlyCountry);
  }

  /** By the extracts, else the gazetteer's nearest settlement; without a city where none is near, or null. */
  find(point: Coordinates): Town | null {
    const town = this.#extracts.find(point);
    if (town) return town;
    const settlement = findSettlementAt(point)?.settlement;
    const isThere = settlement && (this.#onlyCountry ?? settlement.country) === settlement.country;
    if (isThere) {
      const { names, country } = settlement;
      return { city: names[languageOfCountry(country)], country };
    }
    const country = this.#onlyCountry ?? countryAt(point);
    return country === null ? null : { city: "", country };
  }

  /**
   * Whether latitude and longitude look swapped: the point is abroad and far from every settlement, and at home and
   * near one when they change places.
   */
  isLikelySwapped(
    { longitude, latitude }: { readonly longitude: number; readonly latitude: number },
    homeCountry: string,
  ): boolean {
    const [point, swapped]: Coordinates[] = [
      [longitude, latitude],
      [latitude, longitude],
    ];
    if (!isOnEarth(swapped) || !isInCountry(swapped, homeCountry)) return false;
    if (isInCountry(point, homeCountry)) return false;
    return !this.find(point)?.city && Boolean(this.find(swapped)?.city);
  }
}

/** Maximum distance of a street that serves as the address, in metres. */
const maxMetersToStreet = 60;

interface StreetRow {
  n: number;
  name: string;
  lines: readonly Line[];
}

/** The name of the street nearest to each point, from the extracts; empty where none is near. */
export async function nearestStreets(
  database: Database,
  points: readonly Coordinates[],
): Promise<string[]> {
  const boxes = points.map((point, n) => ({
    n,
    bounds: formatBox(boundsAround(point, maxMetersToStreet)),
  }));
  const { rows } = await sql<StreetRow>`
    select point.n, street.name, street.lines
    from jsonb_to_recordset(${JSON.stringify(boxes)}::jsonb)
      as point (n int, bounds box)
    join street on street.bounds && point.bounds and street.kind is null
    order by point.n, street.id`.execute(database);
  const nearest = points.map(() => ({ name: "", meters: maxMetersToStreet }));
  for (const { n, name, lines } of rows) {
    const meters = Math.min(...lines.map((line) => metersToLine(points[n], line)));
    if (meters < nearest[n].meters) nearest[n] = { name, meters };
  }
  return nearest.map(({ name }) => name);
}
