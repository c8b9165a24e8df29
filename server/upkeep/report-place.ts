import { localDateAt } from "#domain/local-date.ts";
import type { Report } from "#domain/report.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type UpkeepDeps, type UpkeepRefusal, writeAboutPlace } from "./write-about-place.ts";

export type ReportPlaceResult = { readonly ok: true } | UpkeepRefusal;

/**
 * Notes what someone says is wrong with a place, for the administrator to look at. Once a person,
 * place and day of the place's own clock: another report that day changes nothing.
 */
export function reportPlace(
  { database, now }: UpkeepDeps,
  placeId: number,
  { reason, text }: Report,
  viewer: Viewer,
): Promise<ReportPlaceResult> {
  const about = { placeId, viewer, capability: "reportPlace" } as const;
  return writeAboutPlace({ database }, about, async ({ transaction, place, userId }) => {
    const at = now();
    const on_day = localDateAt(at, place.time_zone);
    await transaction
      .insertInto("report")
      .values({ place_id: placeId, account_id: userId, reason, text, on_day, at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { ok: true };
  });
}
