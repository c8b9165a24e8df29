import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { acceptedPlaces, isVisible } from "#server/database/place-visibility.ts";

/** Licences of an export, as texts for its reader. */
export interface ExportLicences {
  readonly licence: string;
  /** Attribution to name; empty where none is needed. */
  readonly attribution: string;
  /** Licence of a place that came from OpenStreetMap. */
  readonly osm: string;
  /** Licence of any other place. */
  readonly own: string;
}

const osm = "ODbL-1.0";

/** That licence for a whole, with its URL. */
const allOsm = `${osm}, https://opendatacommons.org/licenses/odbl/1-0/`;

/** Licence where neither the operator nor the product's terms name one. */
export const unstatedLicence = "not stated: ask the operator of the service";

/**
 * Licences of single places.
 *
 * @param ownLicence operator's licence of the places added here; null where none is known
 */
export function placeLicences(ownLicence: string | null): Pick<ExportLicences, "osm" | "own"> {
  return { osm, own: ownLicence ?? unstatedLicence };
}

/**
 * Licences of an export. A collection with data of OpenStreetMap is a database derived from it: the
 * whole is under the ODbL, for any licence of the places added here.
 *
 * @param ownLicence operator's licence of the places added here; null where none is known
 */
export async function findLicences(
  database: Database,
  ownLicence: string | null,
): Promise<ExportLicences> {
  const { rows } = await sql<{ isDerived: boolean }>`
    select exists (
      select from place
      where ${isVisible(acceptedPlaces)} and osm_id ~ '^(node|way|relation)/'
    ) as "isDerived"`.execute(database);
  const { own } = placeLicences(ownLicence);
  if (!rows[0].isDerived) {
    return { licence: own === osm ? allOsm : own, attribution: "", osm, own };
  }
  const attribution =
    "Contains data © OpenStreetMap contributors, https://www.openstreetmap.org/copyright";
  return { licence: allOsm, attribution, osm, own };
}
