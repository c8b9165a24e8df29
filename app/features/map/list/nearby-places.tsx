import type { ReactNode } from "react";
import { openedHere } from "#app/features/map/map-page-state.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import {
  LeftOutAction,
  type LeftOutCounts,
  LeftOutText,
  leftOutNotes,
} from "#app/place/left-out-places.tsx";
import { StatusBadge } from "#app/place/opening-status-badge.tsx";
import { PlaceFacts } from "#app/place/place-facts.tsx";
import { type PlaceTitle, usePlaceTitles } from "#app/place/place-titles.ts";
import { useWalkText } from "#app/place/use-walk-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { type MapPageQuery, mapPagePath } from "#domain/map/map-page-query.ts";
import type { Place } from "#domain/place/place.ts";
import { noFilters, placeFilterNames } from "#domain/place/place-filters.ts";
import { hasOwnComment } from "#domain/place/place-title.ts";
import { placeOpeningAt } from "#domain/place/shown-opening.ts";
import { filterSearch } from "./nearby-list-query.ts";
import type { PlaceListState } from "./use-nearby-places.ts";

/** Most lists are not empty. */
const NearestKnown = lazyComponent(() =>
  import("./nearest-known.tsx").then((module) => module.NearestKnown),
);

interface NearbyPlacesProps {
  query: MapPageQuery;
  places: PlaceListState;
  /** Whether distances are from the visitor's position, and so shown. */
  hasPosition: boolean;
  /** Where the nearest place is looked for, where the map shows none: the visitor, else the map's middle. */
  near: Coordinates;
  now: Date;
}

/** The list beside the map: the places of the map as text, for every visitor and for screen readers first. */
export function NearbyPlaces({ query, places, hasPosition, near, now }: NearbyPlacesProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const walkText = useWalkText();
  const { list, of, isLoading, failure, retry } = places;
  const isHydrated = useIsHydrated();
  const untitled = failure ? "navigation.places" : "map.list.loading";
  const hasFilters = placeFilterNames.some((name) => query.filters[name]);
  const total = list?.total ?? 0;
  // Distances are shown from the visitor's position alone: a list that came before it has them from the middle of the
  // map.
  const shown = list?.places.map((place) =>
    hasPosition ? { ...place, distance: distanceMeters(near, place.coordinates) } : place,
  );
  const titleOf = usePlaceTitles(shown, hasPosition);
  return (
    <div
      id="nearby-places"
      tabIndex={-1}
      className="px-4 pb-6"
      aria-busy={isLoading}
      data-first={(list && of === null) || undefined}
    >
      <h2 className="py-1.5 text-lg md:pt-4 md:text-xl">
        {list
          ? t("map.list.count", {
              count: total,
              total: format.number(total),
            })
          : t(untitled)}
      </h2>
      {failure && (
        <Alert kind="danger" className="my-2">
          <p>
            {t("map.list.failed")}
            {failure === "unavailable" && <> {t("map.list.mapGoesOn")}</>}
          </p>
          {isHydrated ? (
            <Button icon="retry" onClick={retry} className="mt-2">
              {t("action.retry")}
            </Button>
          ) : (
            <ButtonLink to={mapPagePath(query)} reloadDocument icon="retry" className="mt-2">
              {t("action.retry")}
            </ButtonLink>
          )}
        </Alert>
      )}
      {list && <UnknownPlaces query={query} list={list} />}
      {!list && !failure && <ListSkeleton />}
      {list && total === 0 && list.own_pending === undefined && (
        <div className="grid justify-items-start gap-3 py-2">
          {/* First, so that the peeking sheet shows it; its height is kept while it loads. */}
          <div className="min-h-11">
            <ChunkBoundary fallback={null}>
              <NearestKnown
                query={query}
                near={near}
                linkTo={({ id }) => ({
                  to: mapPagePath({ ...query, place: id }),
                  state: openedHere,
                  preventScrollReset: true,
                  defaultShouldRevalidate: false,
                })}
              />
            </ChunkBoundary>
          </div>
          <p className="text-muted">{t(hasFilters ? "map.list.filtered" : "map.list.empty")}</p>
          {hasFilters && (
            <ButtonLink
              to={mapPagePath({ ...query, filters: noFilters, includeUnknown: false })}
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
        {[...(list?.own_pending ?? []), ...(shown ?? [])].map((place) => (
          <NearbyPlace
            key={place.id}
            place={place}
            title={titleOf(place)}
            href={mapPagePath({ ...query, place: place.id })}
            beside={hasPosition && place.distance !== undefined && walkText(place.distance)}
            now={now}
          />
        ))}
      </ul>
      <p className="pt-4">
        <PageLink to={`/places${filterSearch(query)}`} className="text-link inline-block py-2.5">
          {t("map.list.all")}
        </PageLink>
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

interface NearbyPlaceProps {
  place: Place;
  title: PlaceTitle;
  /** The page's URL with this place chosen. */
  href: string;
  /** How far it is. */
  beside: ReactNode;
  now: Date;
}

/** One place of the list beside the map: a link that chooses it. */
export function NearbyPlace({ place, title, href, beside, now }: NearbyPlaceProps) {
  const { t } = useTranslation();
  return (
    <li>
      <PageLink
        to={href}
        state={openedHere}
        data-place={place.id}
        preventScrollReset
        defaultShouldRevalidate={false}
        className="-mx-2 grid grid-cols-[minmax(0,1fr)] gap-x-3 gap-y-1 rounded-control px-2 py-3 text-text wrap-anywhere no-underline hover:bg-brand-tint"
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 font-bold">{title.own}</span>
          <span className="tabular text-sm text-muted empty:hidden">{beside}</span>
        </span>
        <span className="text-muted empty:hidden">
          {title.street}
          {title.town}
        </span>
        {hasOwnComment(place) && (
          <span className="line-clamp-2 text-sm text-muted">({place.comments})</span>
        )}
        <span className="flex flex-wrap items-center gap-2 empty:hidden">
          <StatusBadge {...placeOpeningAt(place, now)} isShort now={now} />
          {!place.accepted && (
            <span className="inline-flex items-center gap-1 text-sm">
              <Icon name="waiting" /> {t("places.waiting")}
            </span>
          )}
        </span>
        <PlaceFacts place={place} className="text-sm" />
      </PageLink>
    </li>
  );
}

interface UnknownPlacesProps {
  query: MapPageQuery;
  list: LeftOutCounts;
}

/**
 * Notices that unknown does not mean no, each with a link that shows the places that were left out
 * (docs/product#unknown-opening-times, docs/product#unstated-facts).
 */
export function UnknownPlaces({ query, list }: UnknownPlacesProps) {
  return leftOutNotes(query, list).map(({ kind, count, isIncluded, turned }) => (
    <p key={kind} className="my-2 rounded-control bg-unknown-tint px-3 py-2 text-sm">
      <LeftOutText kind={kind} count={count} isIncluded={isIncluded} />{" "}
      <PageLink
        to={mapPagePath({ ...query, ...turned })}
        replace
        preventScrollReset
        defaultShouldRevalidate={false}
        className="text-link inline-block py-1.5"
      >
        <LeftOutAction count={count} isIncluded={isIncluded} />
      </PageLink>
    </p>
  ));
}
