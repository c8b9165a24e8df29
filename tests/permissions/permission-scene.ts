import { randomUUID } from "node:crypto";
import type { Database } from "#server/database/connect.ts";
import { addSession } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";

/**
 * Data that one call is tried on. All of it belongs to another account, except the asker's own
 * review.
 */
export interface PermissionScene {
  readonly database: Database;
  /** Null for a visitor; an expired session has one. */
  readonly askerId: string | null;
  /** An accepted place. */
  readonly placeId: number;
  /** A pending place. */
  readonly pendingId: number;
  /** The address of the pending place, which reveals it. */
  readonly pendingAddress: string;
  /** A deleted place. */
  readonly deletedId: number;
  /** Account of a stranger who sends no request, and has written a review, a report and a correction. */
  readonly strangerId: string;
  /** A disabled account. */
  readonly disabledId: string;
  /** A moderator's account. */
  readonly moderatorId: string;
  readonly reviewId: number;
  readonly reportId: number;
  readonly correctionId: number;
  /** The stranger's edit of the accepted place, from version 1 to 2. */
  readonly editId: number;
  /** The stranger's proposal for that place, and the asker's own for another; null for a visitor. */
  readonly proposalId: number;
  readonly ownProposalId: number | null;
  /** Another session of the asker; null for a visitor. */
  readonly otherSessionId: string | null;
  /** A session of the stranger, which the test does not use. */
  readonly strangersSessionId: string;
  /** Address that no place has yet. */
  readonly newAddress: string;
}

/** The text of the stranger's review. */
export const strangersText = "a stranger's";

let scenes = 0;

export async function setPermissionScene(
  database: Database,
  askerId: string | null,
): Promise<PermissionScene> {
  const scene = ++scenes;
  const pendingAddress = `Váró utca ${scene}.`;
  const [strangerId, disabledId, moderatorId] = [randomUUID(), randomUUID(), randomUUID()];
  await database
    .insertInto("account")
    .values(
      [
        { id: strangerId, email: `stranger-${scene}@example.org` },
        { id: disabledId, email: `disabled-${scene}@example.org`, disabled: true },
        { id: moderatorId, email: `moderator-${scene}@example.org`, moderator_since: new Date() },
      ].map((account) => ({ ...account, email_verified: true })),
    )
    .execute();
  const [placeId, pendingId, deletedId, otherId] = await addPlaces(database, [
    { added_by: strangerId },
    { added_by: strangerId, accepted: false, address: pendingAddress },
    { added_by: strangerId, deleted_at: new Date() },
    { added_by: strangerId },
  ]);
  await database.updateTable("place").set({ postcode: "1000" }).where("id", "=", placeId).execute();
  const edit = await database
    .insertInto("place_edit")
    .values({
      place_id: placeId,
      version: 2,
      source: "contributor",
      account_id: strangerId,
      changes: JSON.stringify({ postcode: { from: null, to: "1000" } }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  // Those of the scenes before would count.
  await database.deleteFrom("place_proposal").where("account_id", "=", askerId).execute();
  const changes = JSON.stringify({ county: { from: null, to: "Pest" } });
  const [proposal, ownProposal] = await database
    .insertInto("place_proposal")
    .values([
      { place_id: placeId, account_id: strangerId, version: 1, changes },
      ...(askerId === null
        ? []
        : [{ place_id: otherId, account_id: askerId, version: 1, changes }]),
    ])
    .returning("id")
    .execute();
  const reviews = [
    { place_id: placeId, user_id: strangerId, rating: 5, text: strangersText },
    ...(askerId === null
      ? []
      : [{ place_id: placeId, user_id: askerId, rating: 1, text: "before the call" }]),
  ];
  const [review] = await database.insertInto("review").values(reviews).returning("id").execute();
  const report = await database
    .insertInto("report")
    .values({ place_id: placeId, account_id: strangerId, reason: "closed", on_day: "2026-06-10" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const correction = await database
    .insertInto("correction")
    .values({
      account_id: strangerId,
      action: "edit",
      reason: "",
      longitude: 19,
      latitude: 47,
      changes: "{}",
      place_name: pendingAddress,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return {
    database,
    askerId,
    placeId,
    pendingId,
    pendingAddress,
    deletedId,
    strangerId,
    disabledId,
    moderatorId,
    reviewId: review.id,
    reportId: report.id,
    correctionId: correction.id,
    editId: edit.id,
    proposalId: proposal.id,
    ownProposalId: ownProposal?.id ?? null,
    otherSessionId: askerId === null ? null : await addSession(database, askerId),
    strangersSessionId: await addSession(database, strangerId),
    newAddress: `Új utca ${scene}.`,
  };
}

/** A place as it is stored. */
export function storedPlace({ database }: PermissionScene, id: number) {
  return database.selectFrom("place").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}
