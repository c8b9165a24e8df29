import type { Transaction } from "kysely";
import { holdAccount } from "#server/accounts/hold-account.ts";
import { type Capability, type Refusal, refusalOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { type SelectedPlace, selectPlaces } from "#server/places/select-places.ts";

export interface UpkeepDeps {
  /** The one that takes writes. */
  readonly database: Database;
  readonly now: () => Date;
}

/** May not, or there is no place that the viewer may see. */
export interface UpkeepRefusal {
  readonly ok: false;
  readonly code: Refusal | "error.notfound";
}

interface PlaceWrite {
  readonly transaction: Transaction<Schema>;
  readonly place: SelectedPlace;
  readonly userId: string;
}

/** A write in someone's name about a place that they may see, in one transaction. */
export async function writeAboutPlace<Done extends { readonly ok: true }>(
  { database }: Pick<UpkeepDeps, "database">,
  { placeId, viewer, capability }: { placeId: number; viewer: Viewer; capability: Capability },
  write: (given: PlaceWrite) => Promise<Done>,
): Promise<Done | UpkeepRefusal> {
  const refusal = refusalOf(viewer, capability);
  const { userId } = viewer;
  if (refusal || userId === null) return { ok: false, code: refusal ?? "error.signin" };
  return database.transaction().execute(async (transaction) => {
    if (!(await holdAccount(transaction, userId))) return { ok: false, code: "error.signin" };
    const [place] = await selectPlaces(transaction, [placeId], viewer);
    if (!place) return { ok: false, code: "error.notfound" };
    return write({ transaction, place, userId });
  });
}
