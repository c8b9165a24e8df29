import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { ModerationQuery } from "#domain/moderation/moderation-query.ts";
import { type Refusal, refusalOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { PlaceFeed } from "#server/places/feed/follow-place-changes.ts";
import { type AcceptResult, acceptPlaces } from "./accept-places.ts";
import {
  type AccountDisabling,
  type AccountDisablingResult,
  type FindAccountResult,
  findAccountByEmail,
  setAccountDisabled,
} from "./accounts.ts";
import {
  type DeletePlaceResult,
  deletePlace,
  type RestorePlaceResult,
  restorePlace,
} from "./deleted-places.ts";
import { type ReadQueueResult, readModerationQueue } from "./read-moderation-queue.ts";
import { type RemoveSentResult, removeSent } from "./remove-sent.ts";
import { type SetPlacePositionResult, setPlacePosition } from "./set-place-position.ts";
import { countWaiting, type WaitingDeps } from "./waiting-places.ts";

/** The administrator's use cases, bound to what they work with. */
export interface Moderation {
  /** Why the viewer may not moderate; null where they may. */
  refusalOf(viewer: Viewer): Refusal | null;
  acceptPlaces(ids: readonly number[], viewer: Viewer): Promise<AcceptResult>;
  deletePlace(id: number, viewer: Viewer): Promise<DeletePlaceResult>;
  restorePlace(id: number, viewer: Viewer): Promise<RestorePlaceResult>;
  setPlacePosition(
    change: { id: number; position: Coordinates },
    viewer: Viewer,
  ): Promise<SetPlacePositionResult>;
  readQueue(query: ModerationQuery, viewer: Viewer): Promise<ReadQueueResult>;
  /** Null for everyone but the administrator. */
  countWaiting(viewer: Viewer): Promise<number | null>;
  findAccountByEmail(email: string, viewer: Viewer): Promise<FindAccountResult>;
  setAccountDisabled(change: AccountDisabling, viewer: Viewer): Promise<AccountDisablingResult>;
  removeSent(accountId: string, viewer: Viewer): Promise<RemoveSentResult>;
}

export interface ModerationDeps extends WaitingDeps {
  readonly feed: Pick<PlaceFeed, "catchUp">;
}

/**
 * Binds the use cases; a change to a place shows in this process's lists and map before the answer.
 *
 * @param deps.database the one that takes writes
 */
export function createModeration(deps: ModerationDeps): Moderation {
  const shown = async <Result extends { ok: boolean }>(change: Promise<Result>) => {
    const result = await change;
    if (result.ok) await deps.feed.catchUp();
    return result;
  };
  return {
    refusalOf: (viewer) => refusalOf(viewer, "moderate"),
    acceptPlaces: (ids, viewer) => shown(acceptPlaces(deps, ids, viewer)),
    deletePlace: (id, viewer) => shown(deletePlace(deps, id, viewer)),
    restorePlace: (id, viewer) => shown(restorePlace(deps, id, viewer)),
    setPlacePosition: (change, viewer) => shown(setPlacePosition(deps, change, viewer)),
    readQueue: (query, viewer) => readModerationQueue(deps, query, viewer),
    countWaiting: (viewer) => countWaiting(deps, viewer),
    findAccountByEmail: (email, viewer) => findAccountByEmail(deps, email, viewer),
    setAccountDisabled: (change, viewer) => setAccountDisabled(deps, change, viewer),
    removeSent: (accountId, viewer) => shown(removeSent(deps, accountId, viewer)),
  };
}
