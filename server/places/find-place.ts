import type { Place } from "#domain/place.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { PlaceDeps } from "./list-places.ts";

/** One place; null where there is none that the viewer may see. */
export async function findPlace(
  _deps: Pick<PlaceDeps, "database" | "now">,
  _id: number,
  _viewer: Viewer,
): Promise<Place | null> {
  throw new Error("not written yet");
}
