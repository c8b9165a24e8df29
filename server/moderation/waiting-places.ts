import { sql } from "kysely";
import { distanceMeters } from "#domain/geography/distance.ts";
import {
  type ModeratedAccount,
  maxNearDuplicates,
  type NearDuplicate,
  type WaitingPlace,
} from "#domain/moderation/moderation-queue.ts";
import type { Place } from "#domain/place/place.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { similarPlaceRadiusMeters } from "#domain/place/similar-places.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import {
  acceptedAndWaitingPlaces,
  acceptedPlaces,
  type PlaceVisibility,
} from "#server/database/place-visibility.ts";
import { findAccounts, findPlaces, type PageRange, toNamedPlace } from "./queue-lists.ts";

export interface WaitingDeps {
  readonly database: Database;
  readonly placeIndex: PlaceIndex;
  readonly now: () => Date;
}

/** One page of the places that wait, oldest first, each with what else is near it. */
export async function listWaitingPlaces(
  deps: WaitingDeps,
  { offset, limit }: PageRange,
  viewer: Viewer,
): Promise<WaitingPlace[]> {
  const rows = await deps.database
    .selectFrom("place")
    .select("id")
    .where("accepted", "=", false)
    .where("deleted_at", "is", null)
    .orderBy("added")
    .orderBy("id")
    .offset(offset)
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  const found = await findPlaces(deps, ids, viewer);
  const waiting = ids.flatMap((id) => found.get(id) ?? []);
  const adders = await findAccounts(
    deps,
    waiting.map(({ added_by }) => added_by ?? null),
    viewer,
  );
  const near = await findNearDuplicates(deps, waiting, viewer);
  return waiting.map((place) => ({
    ...place,
    adder: accountOf(adders, place.added_by),
    near_duplicates: near.get(place.id) ?? [],
  }));
}

function accountOf(
  accounts: ReadonlyMap<string, ModeratedAccount>,
  id: string | null | undefined,
): ModeratedAccount | null {
  return (id && accounts.get(id)) || null;
}

/** The index knows what is near, the database what that is. */
async function findNearDuplicates(
  deps: WaitingDeps,
  waiting: readonly Place[],
  viewer: Viewer,
): Promise<Map<number, NearDuplicate[]>> {
  const question = {
    filters: noFilters,
    includeUnknown: true,
    ...acceptedAndWaitingPlaces,
    bbox: null,
  };
  const candidates = waiting.map(({ coordinates }) =>
    // One more than is shown: the place itself is among them.
    deps.placeIndex.nearest(question, coordinates, 0, maxNearDuplicates + 1),
  );
  const ids = new Set(candidates.flat().map(({ id }) => id));
  const places = await findPlaces(deps, [...ids], viewer);
  return new Map(
    waiting.map((place, index) => {
      const near = candidates[index]
        .flatMap(({ id }) => (id === place.id ? [] : (places.get(id) ?? [])))
        .map((other) => ({
          ...toNamedPlace(other),
          distance: distanceMeters(place.coordinates, other.coordinates),
        }))
        .filter(({ distance }) => distance <= similarPlaceRadiusMeters);
      return [place.id, near.slice(0, maxNearDuplicates)];
    }),
  );
}

const everywhere = { filters: noFilters, includeUnknown: false, bbox: null };

/**
 * How much waits for the administrator: places, reports and corrections. Null for everyone else.
 *
 * Asked for with every page of theirs: the places are counted in memory, where there can be many.
 */
export async function countWaiting(
  { database, placeIndex }: { readonly database: Database; readonly placeIndex: PlaceIndex },
  viewer: Viewer,
): Promise<number | null> {
  if (refusalOf(viewer, "moderate")) return null;
  const count = (visibility: PlaceVisibility) =>
    placeIndex.count({ ...everywhere, ...visibility }).total;
  const { rows } = await sql<{ others: number }>`
    select
      (select count(*) from report join place on place.id = place_id
        where resolved_at is null and deleted_at is null)
      + (select count(*) from correction where resolved_at is null) as others`.execute(database);
  return count(acceptedAndWaitingPlaces) - count(acceptedPlaces) + rows[0].others;
}
