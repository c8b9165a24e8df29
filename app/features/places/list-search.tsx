import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button } from "#app/ui/button.tsx";
import { HiddenParameters } from "#app/ui/hidden-parameters.tsx";
import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import { minSuggestCharacters } from "#domain/address-search/search-limits.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { type PlaceListQuery, placeListSearch } from "#domain/place/place-list-query.ts";
import { defaultPlaceSort, isNearestFirst } from "#domain/place/place-sort.ts";
import type { MissedSearch } from "./find-searched.ts";
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
