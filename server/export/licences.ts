import { sql } from "kysely";
import type { MapAttribution } from "#domain/map/base-map-source.ts";
import type { Database } from "#server/database/connect.ts";
import { acceptedPlaces, isVisible } from "#server/database/place-visibility.ts";
import type { ListOfPlace } from "#server/places/place-row.ts";

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

const osmAttribution =
  "Contains data © OpenStreetMap contributors, https://www.openstreetmap.org/copyright";

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

/** A source list with places, and its licence. */
export type ListCredit = Omit<ListOfPlace, "hours">;

/** The source lists whose places are shown, by title. */
export async function findListCredits(database: Database): Promise<ListCredit[]> {
  const { rows } = await sql<ListCredit>`
    select title, licence, attribution, link from source_list
    where exists (
      select from listed_place join place on place.id = place_id
      where list = name and ${isVisible(acceptedPlaces)}
    ) order by title`.execute(database);
  return rows;
}

/** Attributions of the lists on the map; one without a page links to the description of all data. */
export function creditsOnMap(lists: readonly ListCredit[]): MapAttribution[] {
  return lists.map(({ attribution, link }) => ({ name: attribution, url: link || "/data" }));
}

/** Attribution of the data of source lists; empty without a list. */
export function attributionOf(lists: readonly Omit<ListCredit, "title">[]): string {
  return lists
    .map((list) => [list.attribution, list.licence, list.link].filter((part) => part !== ""))
    .map((parts) => parts.join(", "))
    .join("; ");
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
  const ofLists = attributionOf(await findListCredits(database));
  if (!rows[0].isDerived) {
    return { licence: own === osm ? allOsm : own, attribution: ofLists, osm, own };
  }
  const attribution = [osmAttribution, ofLists].filter((part) => part !== "").join("; ");
  return { licence: allOsm, attribution, osm, own };
}
