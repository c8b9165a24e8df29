import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { acceptedPlaces, isVisible } from "#server/database/place-visibility.ts";

/** What may be done with an export, in words for its reader. */
export interface ExportLicences {
  /** Of the whole. */
  readonly licence: string;
  /** Whom to name; empty for nobody. */
  readonly attribution: string;
  /** Of a place that came from OpenStreetMap. */
  readonly osm: string;
  /** Of any other place. */
  readonly own: string;
}

const osm = "ODbL-1.0";

/**
 * The licences of an export. A collection that holds what came from OpenStreetMap is a database
 * derived from it: the whole is under the ODbL, whatever the licence of the places added here.
 *
 * @param ownLicence what the operator offers the places under that people added here; null where they
 *   have not said
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
  const own = ownLicence ?? "not stated: ask whoever runs the service";
  if (!rows[0].isDerived) return { licence: own, attribution: "", osm, own };
  const attribution =
    "Contains data © OpenStreetMap contributors, https://www.openstreetmap.org/copyright";
  return {
    licence: `${osm}, https://opendatacommons.org/licenses/odbl/1-0/`,
    attribution,
    osm,
    own,
  };
}
