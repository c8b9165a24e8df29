import { fetchApi } from "#app/network/fetch-api.ts";
import { type KeptListResponse, keptListPath } from "#app/network/worker-message.ts";
import type { PlaceListData } from "./place-list-data.ts";

/**
 * The list of an address from what this browser keeps; null where the service worker has none for it.
 *
 * @param params of the list page's address
 */
export async function askForKeptList(params: URLSearchParams): Promise<PlaceListData | null> {
  const result = await fetchApi<KeptListResponse>(`${keptListPath}?${params}`);
  if (!result.ok) return null;
  const renderedAt = new Date().toISOString();
  return { kind: "listed", ...result.body, relief: null, openReviews: null, renderedAt };
}
