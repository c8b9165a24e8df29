import { sql } from "kysely";
import { noFilters } from "#domain/place/place-filters.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { Database } from "#server/database/connect.ts";
import { acceptedPlaces, isVisible } from "#server/database/place-visibility.ts";
import type { PlaceRow } from "#server/places/place-row.ts";

/** Number of entries of a feed. */
const feedLength = 50;

/** Number of latest edits that are searched for changed places; a place can have several. */
const editsLookedAt = 1_000;

/** Number of latest additions that are checked, including samples. */
const additionsLookedAt = 4 * feedLength;

/** Maximum number of a town's places among which the latest are searched. */
const townPlacesLookedAt = 10_000;

/** A place of the feed; `facts` are those that are texts. */
export interface FeedPlace
  extends Pick<
    PlaceRow,
    "id" | "city" | "address" | "comments" | "facts" | "latitude" | "longitude" | "added"
  > {
  /** Time of the last edit, or of the addition. */
  readonly changed: Date;
  /** Whether it came from OpenStreetMap. */
  readonly isOsm: boolean;
}

/** The feed's places, the latest first, and the official spelling of their town; null for all. */
interface NewestPlaces {
  readonly town: string | null;
  readonly places: readonly FeedPlace[];
}

/** Places that were added or edited last (docs/product#feed). Null where the town has no public place. */
export async function listNewestPlaces(
  {
    database,
    placeIndex,
  }: { readonly database: Database; readonly placeIndex: Pick<PlaceIndex, "page" | "town"> },
  townName: string | null,
): Promise<NewestPlaces | null> {
  const town = townName === null ? null : placeIndex.town(townName, 0, townPlacesLookedAt);
  if (townName !== null && town === null) return null;
  const added =
    town?.ids ??
    placeIndex.page(
      { filters: noFilters, includeUnknown: false, bbox: null, ...acceptedPlaces },
      "added-desc",
      0,
      additionsLookedAt,
    );
  const edited = town
    ? sql`select null::int where false`
    : sql`select place_id from (
        select place_id from place_edit order by id desc limit ${editsLookedAt}
      ) as latest`;
  const { rows } = await sql<FeedPlace>`
    select id, city, address, comments, coalesce(fact_texts, '{}') as facts, latitude, longitude, added,
      greatest(added, (select max(at) from place_edit where place_id = place.id)) as changed,
      coalesce(osm_id ~ '^(node|way|relation)/', false) as "isOsm"
    from place
    where (id = any(${[...added]}::int[]) or id in (${edited}))
      and ${isVisible(acceptedPlaces)} and not sample
    order by changed desc, id desc limit ${feedLength}`.execute(database);
  return { town: town?.name ?? null, places: rows };
}
