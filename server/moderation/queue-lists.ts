import { compareFields } from "#domain/edits/proposal.ts";
import { moderationPerPage } from "#domain/moderation/moderation-query.ts";
import type {
  NamedPlace,
  PendingCorrection,
  PendingProposal,
} from "#domain/moderation/moderation-queue.ts";
import type { Place } from "#domain/place/place.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { plainTitle } from "#domain/place/place-title.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { acceptedAndPendingPlaces } from "#server/database/place-visibility.ts";
import { contentOfRow } from "#server/edits/write-edit.ts";
import { selectPlaces, toPlace } from "#server/places/place-row.ts";
import type { Context } from "#server/use-case-context.ts";
import { findSenders } from "./accounts.ts";

/** Pending proposals by id, each compared with the current values of its place. */
export async function readProposals(
  deps: Pick<Context, "database" | "now">,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Map<number, PendingProposal>> {
  const rows = await deps.database
    .selectFrom("place_proposal")
    .select(["id", "place_id", "account_id", "version", "changes", "note", "at"])
    .where("id", "in", ids)
    .execute();
  const senderOf = await findSenders(deps, rows, viewer);
  const placeIds = rows.map(({ place_id }) => place_id);
  const found = await selectPlaces(deps.database, placeIds, viewer);
  const places = new Map(found.map((row) => [row.id, row]));
  const instant = deps.now();
  return new Map(
    rows.flatMap(({ place_id, account_id, at, changes, ...proposal }) => {
      const row = places.get(place_id);
      // The place was deleted since the rows were read.
      if (!row) return [];
      const fields = compareFields(contentOfRow(row), changes);
      const place = toPlace(row, instant, viewer);
      const sender = senderOf(account_id);
      return [[proposal.id, { ...proposal, place, fields, at: at.toISOString(), sender }]];
    }),
  );
}

/** Pending corrections of addresses by id. */
export async function readCorrections(
  deps: Pick<Context, "database" | "placeIndex">,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Map<number, PendingCorrection>> {
  const rows = await deps.database
    .selectFrom("correction")
    .select(["id", "account_id", "action", "reason", "longitude", "latitude", "changes"])
    .select(["place_name", "at"])
    .where("id", "in", ids)
    .execute();
  const senderOf = await findSenders(deps, rows, viewer);
  const placeIdOf = await findCorrectedPlaces(deps, rows);
  return new Map(
    rows.map(({ account_id, at, ...correction }) => {
      const [place_id, sender] = [placeIdOf(correction), senderOf(account_id)];
      return [correction.id, { ...correction, place_id, at: at.toISOString(), sender }];
    }),
  );
}

/** Number of places around a correction's point that are searched for its place. */
const lookedAtPlaces = 10;

type CorrectedPoint = Pick<PendingCorrection, "longitude" | "latitude" | "place_name">;

/**
 * Finds the places of corrections. A correction has only the name of its place, and a point that may be its sender's
 * position; the place is the nearest one of that name.
 */
async function findCorrectedPlaces(
  { database, placeIndex }: Pick<Context, "database" | "placeIndex">,
  corrections: readonly CorrectedPoint[],
): Promise<(correction: CorrectedPoint) => number | null> {
  const nearIdsOf = ({ longitude, latitude }: CorrectedPoint) =>
    placeIndex.nearest(everyPlace, [longitude, latitude], 0, lookedAtPlaces).map(({ id }) => id);
  const ids = [...new Set(corrections.flatMap(nearIdsOf))];
  const rows =
    ids.length === 0
      ? []
      : await database
          .selectFrom("place")
          .select(["id", "city", "address", "comments"])
          .where("id", "in", ids)
          .where("deleted_at", "is", null)
          .execute();
  const names = new Map(rows.map((row) => [row.id, plainTitle(row)]));
  return (correction) =>
    nearIdsOf(correction).find((id) => names.get(id) === correction.place_name) ?? null;
}

const everyPlace = {
  filters: noFilters,
  includeUnknown: true,
  ...acceptedAndPendingPlaces,
  bbox: null,
};

type FindPlacesDeps = Pick<Context, "database" | "now">;

/** Places of the ids that exist and that the viewer may see. */
export async function findPlaces(
  { database, now }: FindPlacesDeps,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Map<number, Place>> {
  const rows = await selectPlaces(database, ids, viewer);
  const instant = now();
  return new Map(rows.map((row) => [row.id, toPlace(row, instant, viewer)]));
}

export function toNamedPlace({
  id,
  country,
  city,
  address,
  comments,
  accepted,
}: NamedPlace): NamedPlace {
  return { id, country, city, address, comments, accepted };
}

export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

export function pageRange(page: number): PageRange {
  return { offset: (page - 1) * moderationPerPage, limit: moderationPerPage };
}

/** Page of subjects: ids by which their entries are read. */
export interface SubjectPage {
  readonly subjects: readonly number[];
  /** Number on all pages. */
  readonly found: number;
}
