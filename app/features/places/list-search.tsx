import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button } from "#app/ui/button.tsx";
import { HiddenParameters } from "#app/ui/hidden-parameters.tsx";
import type { GeoAddress, GeoSuggestion } from "#domain/address-search/geo-address.ts";
import { isSearchableText, minSuggestCharacters } from "#domain/address-search/search-limits.ts";
import { isToiletSearch } from "#domain/address-search/toilet-search.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { type PlaceListQuery, placeListSearch } from "#domain/place/place-list-query.ts";
import { defaultPlaceSort, isNearestFirst } from "#domain/place/place-sort.ts";
import {
  listNearHref,
  nearestOnMapPath,
  placeListPath,
  placeOnMapPath,
} from "./place-list-hrefs.ts";

/** Renders the search field, which is another feature; the route connects the two. */
export type RenderSearch = (props: {
  near: Coordinates | null;
  /** The search of a page without script. */
  text: string;
  onFound: (address: GeoAddress) => void;
  onPlace: (id: number) => void;
  onNearest: () => void;
}) => ReactNode;

/** A search in the page's URL that found nothing. */
export interface ListSearched {
  readonly text: string;
  readonly missed: MissedSearch;
}

interface ListSearchProps {
  query: PlaceListQuery;
  searched: ListSearched | null;
  renderSearch: RenderSearch;
}

/**
 * The search of the list page: an address orders the list by the distance to it, one of the product's places
 * opens on the map. Without script it is a GET form, to which the server responds with the best result.
 */
export function ListSearch({ query, searched, renderSearch }: ListSearchProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const sort = isNearestFirst(query.sort) ? defaultPlaceSort : query.sort;
  return (
    <search className="min-w-0 grow basis-40">
      <form method="get" action={placeListPath} autoComplete="off">
        {/* The result orders the list by distance anew. */}
        <HiddenParameters search={placeListSearch({ ...query, page: 1, sort, near: null })} />
        <div className="flex flex-wrap gap-2">
          <div className="min-w-0 flex-1 basis-40">
            {renderSearch({
              near: query.near,
              text: searched?.text ?? "",
              onFound: ({ longitude, latitude }) =>
                void navigate(listNearHref(query, [longitude, latitude]), {
                  preventScrollReset: true,
                }),
              onPlace: (id) => void navigate(placeOnMapPath(query, id)),
              onNearest: () => void navigate(nearestOnMapPath(query)),
            })}
          </div>
          <noscript>
            <Button type="submit" icon="search">
              {t("search.submit")}
            </Button>
          </noscript>
        </div>
        {searched && (
          <p className="mt-2 text-muted">
            {t(`search.notice.${searched.missed}`, { min: minSuggestCharacters })}
          </p>
        )}
      </form>
    </search>
  );
}

/** Reason why a search that was sent without script found nothing; `search.notice` has the messages. */
type MissedSearch = "empty" | "tooShort" | "none" | "failed" | "nearest";

/** Services of a search; each null result means that it is unavailable. */
interface SearchedBy {
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
