import type { GeoAddress, GeoSuggestion } from "#domain/address-search/geo-address.ts";
import { isSearchableText } from "#domain/address-search/search-limits.ts";
import { isToiletSearch } from "#domain/address-search/toilet-search.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { listNearHref, placeOnMapPath } from "./place-list-hrefs.ts";

/** Reason why a search that was sent without script found nothing; `search.notice` has the messages. */
export type MissedSearch = "empty" | "tooShort" | "none" | "failed" | "nearest";

/** Services of a search; each null result means that it is unavailable. */
export interface SearchedBy {
  suggest(text: string): Promise<readonly GeoSuggestion[] | null>;
  retrieve(id: string): Promise<GeoAddress | null>;
}

/** Path of the best result of a search on the list page, or the reason why there is none. */
export async function findSearched(
  text: string,
  query: PlaceListQuery,
  { suggest, retrieve }: SearchedBy,
): Promise<{ path: string } | { missed: MissedSearch }> {
  if (text.trim() === "") return { missed: "empty" };
  if (isToiletSearch(text)) {
    // The map finds out with script alone where the visitor is.
    return query.near ? { path: listNearHref(query, query.near) } : { missed: "nearest" };
  }
  if (!isSearchableText(text)) return { missed: "tooShort" };
  const suggestions = await suggest(text);
  if (suggestions === null) return { missed: "failed" };
  const [first] = suggestions;
  if (first === undefined) return { missed: "none" };
  if (first.place_id !== undefined) return { path: placeOnMapPath(query, first.place_id) };
  const found = await retrieve(first.id);
  if (found === null) return { missed: "failed" };
  return { path: listNearHref(query, [found.longitude, found.latitude]) };
}
