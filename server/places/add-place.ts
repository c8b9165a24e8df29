import { sql, type Transaction } from "kysely";
import { addLimit, addLimitWindowMs, isLimited } from "#domain/account/daily-limits.ts";
import { isStaff } from "#domain/account/role.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { duplicateKey } from "#domain/place/duplicate-key.ts";
import { type NewPlace, type NewPlaceCheck, newPlaceSchemaWith } from "#domain/place/new-place.ts";
import type { Place } from "#domain/place/place.ts";
import { priceColumns } from "#domain/place/place-fee.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import {
  maxSimilarPlaces,
  type SimilarPlacesQuery,
  similarPlaceRadiusMeters,
} from "#domain/place/similar-places.ts";
import {
  hasPermission,
  type PermissionFailure,
  permissionFailure,
} from "#server/accounts/permission.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { writeAs } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";
import { ensureFactColumns } from "#server/database/fact-sets.ts";
import { acceptedAndPendingPlaces } from "#server/database/place-visibility.ts";
import type { NewPlaceRow, Schema } from "#server/database/schema.ts";
import { ensureSchedules, findHoursError, hoursToStore } from "#server/opening/opening-hours.ts";
import { readCountOfDay } from "#server/rate-limits/day-marks.ts";
import type { Context } from "#server/use-case-context.ts";
import { findKeyHolders } from "./duplicate-places.ts";
import type { PlaceDeps } from "./place-cache.ts";
import { selectPlaces, toPlace, toPlaceColumns } from "./place-row.ts";

/** A new place as the server reads it, its text of opening hours included (docs/product#refused-hours). */
export const addedPlaceSchema = newPlaceSchemaWith(findHoursError);

export type AddPlaceResult =
  | { readonly ok: true; readonly place: Place }
  | { readonly ok: false; readonly code: PermissionFailure | "error.duplicate" | "error.limit" };

/**
 * Adds a place that `addedPlaceSchema` has read: accepted at once for staff, waiting for any other contributor
 * (docs/product#acceptance).
 *
 * An existing place is `error.duplicate`, also for a contributor who is over the limit (`error.limit`). Both hold
 * under simultaneous calls: adds in one name go one after the other, and a unique index lets one of two equal places
 * in (docs/product#duplicate-place, docs/product#add-limit).
 */
export async function addPlace(
  { database, now }: Pick<Context, "database" | "now">,
  newPlace: NewPlace,
  viewer: Viewer,
): Promise<AddPlaceResult> {
  // A text of opening hours can take a second of the processor: not for a place that is refused anyway.
  const failure = newPlace.opening_hours
    ? await findAddObstacle(database, newPlace, viewer)
    : permissionFailure(viewer, "addPlace");
  if (failure !== null) return { ok: false, code: failure };
  // Before the transaction: a new schedule or set blocks other writers of the same one.
  const hours = hoursToStore(newPlace, newPlace);
  const [schedule_id] = await ensureSchedules(database, [hours.schedule]);
  const [factColumns] = await ensureFactColumns(database, [newPlace.facts]);
  const own = { viewer, permission: "addPlace", alone: isLimited(viewer) } as const;
  return writeAs(database, own, async ({ transaction, userId }) => {
    const row = {
      ...toRow(newPlace),
      ...factColumns,
      ...hours.columns,
      schedule_id,
      accepted: hasPermission(viewer, "acceptPlace"),
      added_by: userId,
    };
    const obstacle = await findAddObstacle(transaction, newPlace, viewer);
    if (obstacle !== null) return { ok: false, code: obstacle };
    const id = await insertUnlessThere(transaction, row);
    if (id === null) return { ok: false, code: "error.duplicate" };
    const [added] = await selectPlaces(transaction, [id], viewer, acceptedAndPendingPlaces);
    return { ok: true, place: toPlace(added, now(), viewer) };
  });
}

function toRow(place: NewPlace) {
  return {
    ...toPlaceColumns({ ...place, ...priceColumns(place) }),
    county: place.county ?? "",
    postcode: place.postcode ?? "",
    position_approximate: place.position_approximate ?? false,
    dup_key: duplicateKey(place),
  };
}

/** Obstacle to a valid place: a duplicate, or the limit. Null where there is none now; `addPlace` looks again. */
export async function findAddObstacle(
  database: Database,
  newPlace: NewPlace,
  viewer: Viewer,
): Promise<PermissionFailure | "error.duplicate" | "error.limit" | null> {
  const failure = permissionFailure(viewer, "addPlace");
  if (failure !== null) return failure;
  const key = duplicateKey(newPlace);
  if ((await findKeyHolders(database, [key])).has(key)) return "error.duplicate";
  return (await countAddsLeft({ database }, viewer)) === 0 ? "error.limit" : null;
}

/**
 * Id of the new place; null where another transaction has just added the same place. The insert
 * waits for a transaction that is about to do so.
 */
async function insertUnlessThere(
  transaction: Transaction<Schema>,
  row: NewPlaceRow,
): Promise<number | null> {
  const inserted = await transaction
    .insertInto("place")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .expression(sql`left(dup_key, 200), hashtextextended(dup_key, 0)`)
        .where("deleted_at", "is", null)
        .doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return inserted?.id ?? null;
}

/**
 * Number of places that the viewer may still add now; null without a limit, for the administrator. Places that were
 * deleted since count too, and today those of a deleted account with its address (docs/product#add-limit).
 */
export async function countAddsLeft(
  { database }: Pick<Context, "database">,
  viewer: Viewer,
): Promise<number | null> {
  if (permissionFailure(viewer, "addPlace") !== null) return 0;
  if (!isLimited(viewer) || viewer.userId === null) return null;
  const former = await readCountOfDay(database, viewer.userId, "places");
  const { added } = await database
    .selectFrom("place")
    .select(sql<number>`count(*)`.as("added"))
    .where("added_by", "=", viewer.userId)
    .where(
      "added",
      ">",
      sql<Date>`statement_clock() - make_interval(secs => ${addLimitWindowMs / 1000})`,
    )
    .executeTakeFirstOrThrow();
  return Math.max(0, addLimit - former - added);
}

export type CheckAndAddPlaceResult =
  | AddPlaceResult
  /** Nothing was added: the contributor looks at the similar places and the form first. */
  | { readonly ok: false; readonly code: "check"; readonly similar: readonly Place[] };

/** Adds a place, for the form as for the API, or returns what the contributor has to look at first. */
export async function checkAndAddPlace(
  deps: PlaceDeps,
  { place, check }: { place: NewPlace; check: NewPlaceCheck },
  viewer: Viewer,
): Promise<CheckAndAddPlaceResult> {
  if (check !== "none") {
    // A duplicate is reported before similar places are.
    const obstacle = await findAddObstacle(deps.database, place, viewer);
    if (obstacle !== null) return { ok: false, code: obstacle };
    const found = await findSimilarPlaces(
      deps,
      {
        origin: [place.longitude, place.latitude],
        radiusMeters: similarPlaceRadiusMeters,
      },
      viewer,
    );
    if (!found.ok) return found;
    if (check === "form" || found.places.length > 0) {
      return { ok: false, code: "check", similar: found.places };
    }
  }
  return addPlace(deps, place, viewer);
}

export type SimilarPlacesResult =
  | { readonly ok: true; readonly places: readonly Place[] }
  | { readonly ok: false; readonly code: PermissionFailure };

/**
 * The places around a point, nearest first and each with its distance, for a contributor who is about to add
 * one there: 'is it one of these?' (docs/product#similar-places). Those that wait for acceptance are among
 * them, since they count as duplicates; the result does not name their contributors, and of what these wrote nothing
 * that staff have not accepted.
 */
export async function findSimilarPlaces(
  { database, placeIndex, now }: PlaceDeps,
  { origin, radiusMeters }: SimilarPlacesQuery,
  viewer: Viewer,
): Promise<SimilarPlacesResult> {
  const failure = permissionFailure(viewer, "findSimilarPlaces");
  if (failure !== null) return { ok: false, code: failure };
  const all = {
    filters: noFilters,
    includeUnknown: false,
    ...acceptedAndPendingPlaces,
    bbox: null,
  };
  const ids = placeIndex.nearest(all, origin, 0, maxSimilarPlaces).map(({ id }) => id);
  // Places that wait are shown here, and nowhere else, to other accounts than those of staff.
  const rows = await selectPlaces(database, ids, viewer, acceptedAndPendingPlaces);
  const instant = now();
  const places = rows
    .map((row) => {
      const place = toPlace(row, instant, visitor);
      const isOwn = row.added_by !== null && row.added_by === viewer.userId;
      return row.accepted || isOwn || isStaff(viewer) ? place : withoutComments(place);
    })
    .map((place) => ({ ...place, distance: distanceMeters(origin, place.coordinates) }))
    .filter(({ distance }) => distance <= radiusMeters)
    .sort((a, b) => a.distance - b.distance || a.id - b.id);
  return { ok: true, places };
}

/** A place reduced to its position: its texts may hold a name, a number or the code of a door. */
function withoutComments(place: Place): Place {
  const { postcode, county, details, closed_days, ...rest } = place;
  const { opening_hours, opening_comment, opening_changes, opening_today, ...bare } = rest;
  const unknown = { city: "", address: "", comments: "", facts: {} };
  return { ...bare, ...unknown, opening_times: Array<string>(7).fill("-"), open_status: "none" };
}
