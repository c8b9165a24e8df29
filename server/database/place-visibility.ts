import { type RawBuilder, sql } from "kysely";
import { isStaff, type Role } from "#domain/account/role.ts";
import type { PlaceQuery } from "#domain/place-index/place-query.ts";

/** Places that a response may show, among those that are not deleted; part of a query of the place index. */
export type PlaceVisibility = Pick<PlaceQuery, "includeUnaccepted">;

/** Places that every visitor sees. */
export const acceptedPlaces: PlaceVisibility = { includeUnaccepted: false };

/** Pending places too. */
export const acceptedAndPendingPlaces: PlaceVisibility = { includeUnaccepted: true };

/** Visibility of places by role: the only rule (docs/product#permissions). */
export function visibleTo(viewer: { readonly role: Role }): PlaceVisibility {
  return isStaff(viewer) ? acceptedAndPendingPlaces : acceptedPlaces;
}

/** The rule as a condition on the table `place`; the place index has no deleted place anyway. */
export function isVisible({ includeUnaccepted }: PlaceVisibility): RawBuilder<boolean> {
  return includeUnaccepted
    ? sql<boolean>`place.deleted_at is null`
    : sql<boolean>`(place.deleted_at is null and place.accepted)`;
}
