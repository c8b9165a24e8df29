import { refusalOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { countQueue } from "./count-queue.ts";
import type { WaitingDeps } from "./list-waiting-places.ts";

/** How much waits for the administrator: places, reports and corrections. Null for everyone else. */
export async function countWaiting(
  deps: Pick<WaitingDeps, "database" | "now">,
  viewer: Viewer,
): Promise<number | null> {
  if (refusalOf(viewer, "moderate")) return null;
  const { waiting, reports, corrections } = await countQueue(deps);
  return waiting + reports + corrections;
}
