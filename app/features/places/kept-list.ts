import { askServer } from "#app/network/ask-server.ts";
import { keptAtHeader } from "#app/network/offline-detection.ts";
import { placeListQuerySchema, placeListSearch } from "#domain/place/place-list-query.ts";
import type { CountedPlaceList } from "#domain/place-index/place-answers.ts";
import { readQuery } from "#domain/reading/read-query.ts";
import type { PlaceListData } from "./place-list-data.ts";

/**
 * The list of an address as the service worker answers it from what this browser keeps; null where it does not.
 *
 * @param params of the list page's address
 */
export async function askForKeptList(params: URLSearchParams): Promise<PlaceListData | null> {
  const parsed = readQuery(placeListQuerySchema, params, { ignoreUnknownParameters: true });
  if (!parsed.ok) return null;
  const { query } = parsed;
  const answer = await askServer<CountedPlaceList>(`/api/v1/places${placeListSearch(query)}`);
  // The server's own answer lacks a number that the page's heading has; the page is then there too.
  if (!answer.ok || !answer.headers.has(keptAtHeader)) return null;
  const renderedAt = new Date().toISOString();
  return { kind: "listed", query, list: answer.body, relief: null, openReviews: null, renderedAt };
}
