import { confirmationLimit, isLimited } from "#domain/account/daily-limits.ts";
import { localDateAt } from "#domain/opening/local-time.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { countOfDay } from "#server/rate-limits/day-marks.ts";
import { closureSourceOf, lastReportedClosed, openByConfirmation } from "./closures.ts";
import { type FailedFeedback, type FeedbackDeps, writeAboutPlace } from "./write-about-place.ts";

export type ConfirmPlaceResult =
  | { readonly ok: true; readonly lastConfirmed: Date; readonly visitorConfirmed?: undefined }
  | FailedFeedback
  | { readonly ok: false; readonly code: "error.limit" };

/**
 * Stores a confirmation that a place is still as described: `last_confirmed` becomes this instant
 * (docs/product#confirmation). It counts once for each account, place and day of the place's own clock, and once more
 * where the place has been reported closed since (docs/product#closed-for-now). `error.limit` beyond
 * `confirmationLimit` a day; the administrator has no limit.
 *
 * The place index has no confirmations, so the response need not wait for it.
 */
export function confirmPlace(
  { database, now }: FeedbackDeps,
  placeId: number,
  viewer: Viewer,
): Promise<ConfirmPlaceResult> {
  const about = { placeId, viewer, permission: "confirmPlace", alone: true } as const;
  return writeAboutPlace({ database }, about, async ({ transaction, place, userId }) => {
    const at = now();
    const since = (await lastReportedClosed(transaction, place, at)) ?? new Date(0);
    const on_day = localDateAt(at, place.time_zone);
    const own = { place_id: placeId, account_id: userId, on_day };
    const repeated = await transaction
      .selectFrom("confirmation")
      .select("at")
      .where((where) => where.and(own))
      .where("at", ">=", since)
      .executeTakeFirst();
    if (repeated) return { ok: true, lastConfirmed: place.last_confirmed ?? at };
    const times = await countOfDay(transaction, userId, "confirmations");
    if (isLimited(viewer) && times > confirmationLimit) return { ok: false, code: "error.limit" };
    await transaction
      .insertInto("confirmation")
      .values({ ...own, at })
      .onConflict((conflict) =>
        conflict.columns(["place_id", "account_id", "on_day"]).doUpdateSet({ at }),
      )
      .execute();
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
