import { hasPermission, permissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { setPlacePosition } from "#server/edits/edit-place.ts";
import { acceptPlaces, undoAcceptance } from "#server/moderation/accept-places.ts";
import {
  findAccountByEmail,
  setAccountDisabled,
  setModerator,
} from "#server/moderation/accounts.ts";
import { openPlaces } from "#server/moderation/closed-places.ts";
import { deletePlace, restorePlace } from "#server/moderation/deleted-places.ts";
import { countPending } from "#server/moderation/pending-places.ts";
import { readModerationQueue } from "#server/moderation/read-moderation-queue.ts";
import { removeSent } from "#server/moderation/remove-sent.ts";
import { bind, bindWrites, type WriteDeps } from "./bind.ts";

/** Use cases of staff. */
export function moderationServices(writeDeps: WriteDeps) {
  return {
    /** Reason why the viewer may not moderate; null where the viewer may. */
    permissionFailure: (viewer: Viewer) => permissionFailure(viewer, "moderate"),
    /** Whether the viewer may see the list of accounts too. */
    seesAccounts: (viewer: Viewer) => hasPermission(viewer, "disableAccount"),
    ...bind(writeDeps, {
      ...{ readQueue: readModerationQueue, countPending },
      ...{ findAccountByEmail, setAccountDisabled, setModerator },
    }),
    ...bindWrites(writeDeps, {
      ...{ acceptPlaces, undoAcceptance, openPlaces, deletePlace, restorePlace },
      ...{ setPlacePosition, removeSent },
    }),
  };
}
