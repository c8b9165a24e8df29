import { localDateAt } from "#domain/opening/local-time.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { closureSourceOf, lastReportedClosed, openByConfirmation } from "./closures.ts";
import { type FailedFeedback, type FeedbackDeps, writeAboutPlace } from "./write-about-place.ts";

export type ConfirmPlaceResult =
  | { readonly ok: true; readonly lastConfirmed: Date; readonly visitorConfirmed?: undefined }
  | FailedFeedback;

/**
 * Stores a confirmation that a place is still as described: `last_confirmed` becomes this instant
 * (docs/product#confirmation). It counts once for each account, place and day of the place's own clock, and once more
 * where the place has been reported closed since (docs/product#closed-for-now).
 *
 * The place index has no confirmations, so the response need not wait for it.
 */
export function confirmPlace(
  { database, now }: FeedbackDeps,
  placeId: number,
  viewer: Viewer,
): Promise<ConfirmPlaceResult> {
  const about = { placeId, viewer, permission: "confirmPlace" } as const;
  return writeAboutPlace({ database }, about, async ({ transaction, place, userId }) => {
    const at = now();
    const since = (await lastReportedClosed(transaction, place, at)) ?? new Date(0);
    const on_day = localDateAt(at, place.time_zone);
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto("confirmation")
      .values({ place_id: placeId, account_id: userId, on_day, at })
      .onConflict((conflict) =>
        conflict
          .columns(["place_id", "account_id", "on_day"])
          .doUpdateSet({ at })
          .where("confirmation.at", "<", since),
      )
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) {
      return { ok: true, lastConfirmed: place.last_confirmed ?? at };
    }
    await openByConfirmation({ transaction, place, by: closureSourceOf(viewer), at });
    await transaction
      .updateTable("place")
      .set({ last_confirmed: at })
      .where("id", "=", placeId)
      .where((where) =>
        where.or([where("last_confirmed", "is", null), where("last_confirmed", "<", at)]),
      )
      .execute();
    return { ok: true, lastConfirmed: at };
  });
}
