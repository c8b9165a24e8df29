import { fetchApi } from "#app/network/fetch-api.ts";
import { type SavedListResponse, savedListPath } from "#app/network/worker-message.ts";
import type { PlaceListData } from "./place-list-data.ts";

/** The list of a URL from the saved places; null where the service worker has none. @param params of the list page */
export async function fetchSavedList(params: URLSearchParams): Promise<PlaceListData | null> {
  const search = new URLSearchParams(params);
  search.set("lang", document.documentElement.lang);
  const result = await fetchApi<SavedListResponse>(`${savedListPath}?${search}`);
  if (!result.ok) return null;
  const renderedAt = new Date().toISOString();
  return { kind: "listed", ...result.body, relief: null, openReviews: null, renderedAt };
}
