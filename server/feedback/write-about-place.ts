import type { Permission, PermissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type OwnWrite, writeAs } from "#server/accounts/write-as.ts";
import { type PlaceRow, selectPlaces } from "#server/places/place-row.ts";
import type { Context } from "#server/use-case-context.ts";

export type FeedbackDeps = Pick<Context, "database" | "now">;

/** Failure: the viewer may not write, or may not see the place. */
export interface FailedFeedback {
  readonly ok: false;
  readonly code: PermissionFailure | "error.notfound";
}

interface PlaceWrite extends OwnWrite {
  readonly place: PlaceRow;
}

/** Write in the viewer's name about a place that the viewer may see, in one transaction. */
export function writeAboutPlace<Done extends { readonly ok: boolean }>(
  { database }: Pick<FeedbackDeps, "database">,
  {
    placeId,
    ...allowed
  }: { placeId: number; viewer: Viewer; permission: Permission; alone?: boolean },
  write: (given: PlaceWrite) => Promise<Done>,
): Promise<Done | FailedFeedback> {
  const { viewer } = allowed;
  return writeAs<Done | FailedFeedback>(database, allowed, async (act) => {
    const [place] = await selectPlaces(act.transaction, [placeId], viewer);
    if (!place) return { ok: false, code: "error.notfound" };
    return write({ ...act, place });
  });
}
