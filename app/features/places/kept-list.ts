import { askServer } from "#app/network/ask-server.ts";
import { type KeptListAnswer, keptListPath } from "#app/network/worker-message.ts";
import type { PlaceListData } from "./place-list-data.ts";

/**
 * The list of an address from what this browser keeps; null where the service worker has none for it.
 *
 * @param params of the list page's address
 */
export async function askForKeptList(params: URLSearchParams): Promise<PlaceListData | null> {
  const answer = await askServer<KeptListAnswer>(`${keptListPath}?${params}`);
  if (!answer.ok) return null;
  const renderedAt = new Date().toISOString();
  return { kind: "listed", ...answer.body, relief: null, openReviews: null, renderedAt };
}
