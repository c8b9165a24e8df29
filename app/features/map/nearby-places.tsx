import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { ButtonLink } from "#app/ui/button-link.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import { type MapPageQuery, mapPageSearch } from "#domain/map-page-query.ts";
import { noFilters, placeFilterNames } from "#domain/place-filters.ts";
import { filterSearch } from "./nearby-list-query.ts";
import { NearbyPlace } from "./nearby-place.tsx";
import { UnknownPlaces } from "./unknown-places.tsx";
import type { PlaceListState } from "./use-place-list.ts";

interface NearbyPlacesProps {
  query: MapPageQuery;
  places: PlaceListState;
  /** Whether distances are measured from the visitor, and so worth showing. */
  hasPosition: boolean;
  /** Whether it lists what the map shows, or everything because there is no map. */
  isBesideMap: boolean;
  now: Date;
}

/** The map's parallel list: what it shows in words, for everyone and for screen readers first. */
export function NearbyPlaces({ query, places, hasPosition, isBesideMap, now }: NearbyPlacesProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { list, isLoading, failure, retry } = places;
  const isHydrated = useIsHydrated();
  const untitled = failure ? "navigation.places" : "map.list.loading";
  const hasFilters = placeFilterNames.some((name) => query.filters[name]);
  const total = list?.total ?? 0;
  return (
    <div id="nearby-places" tabIndex={-1} className="px-4 pb-6" aria-busy={isLoading}>
      <h2 className="py-1.5 text-lg md:pt-4 md:text-xl">
        {list
          ? t(isBesideMap ? "map.list.count" : "places.count", {
              count: total,
              total: format.number(total),
            })
          : t(untitled)}
      </h2>
      {failure && (
        <Alert kind="danger" className="my-2">
          <p>
            {t("map.list.failed")}
            {failure === "unavailable" && isBesideMap && <> {t("map.list.mapGoesOn")}</>}
          </p>
          {isHydrated ? (
            <Button icon="retry" onClick={retry} className="mt-2">
              {t("action.retry")}
            </Button>
          ) : (
            <ButtonLink
              to={`/${mapPageSearch(query)}`}
              reloadDocument
              icon="retry"
              className="mt-2"
            >
              {t("action.retry")}
            </ButtonLink>
          )}
        </Alert>
      )}
      {list && <UnknownPlaces query={query} count={list.unknown_count} />}
      {!list && !failure && <ListSkeleton />}
      {list && total === 0 && (
        <div className="grid justify-items-start gap-3 py-2">
          <p className="text-muted">{t(hasFilters ? "map.list.filtered" : "map.list.empty")}</p>
          {hasFilters && (
            <ButtonLink
              to={`/${mapPageSearch({ ...query, filters: noFilters, includeUnknown: false })}`}
              replace
              defaultShouldRevalidate={false}
              icon="filter"
            >
              {t("filter.clear")}
            </ButtonLink>
          )}
        </div>
      )}
      <ul className="divide-y divide-line">
        {list?.places.map((place) => (
          <NearbyPlace
            key={place.id}
            place={place}
            address={`/${mapPageSearch({ ...query, place: place.id })}`}
            hasDistance={hasPosition}
            now={now}
          />
        ))}
      </ul>
      <p className="pt-4">
        <Link to={`/places${filterSearch(query)}`} className="text-link inline-block py-2.5">
          {t("map.list.all")}
        </Link>
      </p>
    </div>
  );
}

function ListSkeleton() {
  return (
    <div className="grid gap-5 py-3">
      {["w-40", "w-56", "w-48"].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton className={`h-5 ${width}`} />
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </div>
  );
}
