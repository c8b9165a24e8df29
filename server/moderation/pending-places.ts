import { sql } from "kysely";
import { distanceMeters, metersPerDegree } from "#domain/geography/distance-and-bearing.ts";
import type { NearDuplicate, PendingPlace } from "#domain/moderation/moderation-queue.ts";
import { type SpamSign, spamSignsOf } from "#domain/moderation/spam-signs.ts";
import type { Place } from "#domain/place/place.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { similarPlaceRadiusMeters } from "#domain/place/similar-places.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { acceptedAndPendingPlaces } from "#server/database/place-visibility.ts";
import type { Context } from "#server/use-case-context.ts";
import { findSenders } from "./accounts.ts";
import { findPlaces, toNamedPlace } from "./queue-lists.ts";

/** Maximum number of near duplicates shown with a pending place (docs/product#moderation-page). */
const maxNearDuplicates = 5;

export type PendingPlacesDeps = Pick<Context, "database" | "placeIndex" | "now">;

/** Pending places by id, each with the other places near it. */
export async function readPendingPlaces(
  deps: PendingPlacesDeps,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Map<number, PendingPlace>> {
  const found = await findPlaces(deps, ids, viewer);
  const pending = [...found.values()];
  const adders = pending.map(({ added_by = null }) => ({ account_id: added_by }));
  const adderOf = await findSenders(deps, adders, viewer);
  const near = await findNearDuplicates(deps, pending, viewer);
  const signs = await findSpamSigns(deps.database, pending);
  return new Map(
    pending.map((place) => [
      place.id,
      {
        ...place,
        adder: adderOf(place.added_by),
        spam_signs: signs.get(place.id) ?? [],
        near_duplicates: near.get(place.id) ?? [],
      },
    ]),
  );
}

/** Least number of prices of a country that make a median, of how many of the newest places. */
const medianPrices = { least: 10, ofNewest: 20_000 };

/** Signs of spam by place (docs/product#signs-of-spam). */
async function findSpamSigns(
  database: Database,
  pending: readonly Place[],
): Promise<Map<number, SpamSign[]>> {
  const degrees = similarPlaceRadiusMeters / metersPerDegree;
  const { rows } = await sql<{
    id: number;
    median_price: number | null;
    sent_in_minute: number;
    has_twin: boolean;
  }>`
    select id,
      case when price > 0 then (
        select case when count(*) >= ${medianPrices.least}
          then percentile_disc(0.5) within group (order by known.price) end::float8
        from (select * from place order by id desc limit ${medianPrices.ofNewest}) known
        where known.country = place.country and known.accepted and known.price > 0
          and known.deleted_at is null
      ) end as median_price,
      (select count(*)::int from place other where other.added_by = place.added_by
        and other.added between place.added - interval '1 minute' and place.added + interval '1 minute')
        as sent_in_minute,
      exists (select from place other where other.added_by = place.added_by
        and other.id <> place.id and other.deleted_at is null
        and ((other.city = place.city and other.address = place.address and place.address <> '')
          or (abs(other.latitude - place.latitude) <= ${degrees} and
            abs(other.longitude - place.longitude) * cos(radians(place.latitude)) <= ${degrees})))
        as has_twin
    from place where id = any(${pending.map(({ id }) => id)}::int[])`.execute(database);
  const foundOf = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    pending.map(({ id, address, city, county, facts, price }) => {
      const found = foundOf.get(id);
      const signs = spamSignsOf({
        texts: [address, city, county ?? "", facts?.name ?? ""],
        price,
        medianPrice: found?.median_price ?? null,
        sentInMinute: found?.sent_in_minute ?? 0,
        hasTwin: found?.has_twin ?? false,
      });
      return [id, signs];
    }),
  );
}

/** Places near the pending ones: the index has their ids, the database their fields. */
async function findNearDuplicates(
  deps: PendingPlacesDeps,
  pending: readonly Place[],
  viewer: Viewer,
): Promise<Map<number, NearDuplicate[]>> {
  const query = {
    filters: noFilters,
    includeUnknown: true,
    ...acceptedAndPendingPlaces,
    bbox: null,
  };
  const candidates = pending.map(({ coordinates }) =>
    // One more than the page shows, since the place itself is among them.
    deps.placeIndex.nearest(query, coordinates, 0, maxNearDuplicates + 1),
  );
  const ids = new Set(candidates.flat().map(({ id }) => id));
  const places = await findPlaces(deps, [...ids], viewer);
  return new Map(
    pending.map((place, index) => {
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
