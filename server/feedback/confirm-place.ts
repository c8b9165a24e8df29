import { localDateAt } from "#domain/opening/local-date.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type FeedbackDeps, type FeedbackRefusal, writeAboutPlace } from "./write-about-place.ts";

export type ConfirmPlaceResult =
  | { readonly ok: true; readonly lastConfirmed: Date }
  | FeedbackRefusal;

/**
 * Notes that someone says all is still true of a place: `last_confirmed` becomes this instant. Once
 * a person, place and day of the place's own clock; another time that day changes nothing.
 *
 * The place index knows nothing of it, so there is nothing for it to catch up with.
 */
export function confirmPlace(
  { database, now }: FeedbackDeps,
  placeId: number,
  viewer: Viewer,
): Promise<ConfirmPlaceResult> {
  const about = { placeId, viewer, capability: "confirmPlace" } as const;
  return writeAboutPlace({ database }, about, async ({ transaction, place, userId }) => {
    const at = now();
    const on_day = localDateAt(at, place.time_zone);
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto("confirmation")
      .values({ place_id: placeId, account_id: userId, on_day, at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) {
      return { ok: true, lastConfirmed: place.last_confirmed ?? at };
    }
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
