import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "react-router";
import { useHome } from "#app/i18n/home.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { TimeMenu, TimeNotice } from "#app/place/time-menu.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { InvalidUrlPage } from "#app/ui/invalid-url.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { useInstant } from "#app/ui/use-now.ts";
import { mapPagePath } from "#domain/map/map-page-query.ts";
import type { WallTime } from "#domain/opening/instant.ts";
import type { Place, PlaceList } from "#domain/place/place.ts";
import { lastPageOf, type PlaceListQuery } from "#domain/place/place-list-query.ts";
import type { CountedPlaceList } from "#domain/place-index/place-results.ts";
import { FilterForm } from "./filter-form.tsx";
import { ListNotice, NoPlaces, StaleList, UnknownPlacesNotes } from "./list-notices.tsx";
import { ListSearch, type ListSearched, type RenderSearch } from "./list-search.tsx";
import { PlaceCard, PlaceListSkeleton, useSlowNavigation } from "./place-card.tsx";
import type {
  ListedData,
  OpenReviews,
  PlaceListData,
  RenderActions,
  RenderReviews,
  RenderUpkeep,
} from "./place-list-data.ts";
import { changedListHref, listPageHref, placeListHref, placeListPath } from "./place-list-hrefs.ts";

interface PlaceListPageProps {
  data: PlaceListData;
  /** Whether this is the previous list, because the requested one could not be loaded. */
  isStale: boolean;
  /** The button and the form that add a place, above the list at this path. */
  renderAddPlace: (listHref: string) => ReactNode;
  renderReviews: RenderReviews;
  renderUpkeep: RenderUpkeep;
  renderActions: RenderActions;
  /** A search in the URL that found nothing. */
  searched: ListSearched | null;
  renderSearch: RenderSearch;
}

/** On a phone the open form is the page: the list is not below it (docs/product#form-for-a-new-place). */
const aloneOnPhone =
  "max-md:[&:has([data-adding])>:not(:has([data-adding]))]:hidden max-md:[&:has([data-adding])_header]:sr-only";

/** The places page: heading, filters, one card per place, pagination (docs/product#place-cards). */
export function PlaceListPage(props: PlaceListPageProps) {
  const { data, isStale, renderAddPlace, searched, renderSearch, ...render } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  const { search } = useLocation();
  const isSlow = useSlowNavigation(placeListPath);
  if (data.kind === "invalid")
    return (
      <InvalidUrlPage fields={data.fields} label="places.reset" to={placeListPath} icon="list" />
    );
  const { query } = data;
  const title = t("places.title");
  return (
    <PageMain className={aloneOnPhone}>
      <PageTitle
        screen={query.page === 1 ? title : t("places.pageTitle", { title, page: query.page })}
      />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <ListHeading title={title} query={query} list={data.kind === "listed" ? data.list : null} />
        {renderAddPlace(placeListHref(query))}
      </div>
      {/* Two lines, so that the first card is on a phone's first screen. */}
      <div className="flex flex-wrap items-center gap-2">
        <ListSearch query={query} searched={searched} renderSearch={renderSearch} />
        <FilterForm query={query}>
          {data.kind === "listed" && data.list.places.length > 0 && (
            <Pagination {...pagesOf(query, data.list)} isBefore />
          )}
        </FilterForm>
      </div>
      {data.kind === "listed" && <ListTime {...data} />}
      <div className="mt-4" data-around={query.near?.join()}>
        {data.kind === "unavailable" && (
          <Alert kind="danger">
            <p>{t("places.failed")}</p>
            <ButtonLink to={placeListPath + search} icon="retry" className="my-2">
              {t("action.retry")}
            </ButtonLink>
          </Alert>
        )}
        {isStale && !isSlow && <StaleList />}
        {isSlow && <PlaceListSkeleton />}
        {data.kind === "listed" && !isSlow && (
          <>
            {data.list.as_of && (
              <Alert kind="warning" className="mb-4">
                {t("places.fromMemory", { time: format.dateTime(data.list.as_of) })}
              </Alert>
            )}
            {data.list.own_pending && (
              <div className="mb-4">
                <PlaceCards {...data} {...render} places={data.list.own_pending} />
              </div>
            )}
            <UnknownPlacesNotes query={query} list={data.list} />
            {data.list.total === 0 ? (
              <NoPlaces query={query} relief={data.relief} />
            ) : (
              <PlacePages {...data} {...render} />
            )}
          </>
        )}
      </div>
    </PageMain>
  );
}

/** The menu of the list's time, and the notice of another one than now. */
function ListTime({ query, renderedAt, isTimeRefused }: ListedData) {
  const { timeZone } = useHome();
  const { at, present, isRefused } = useInstant(renderedAt, query.at, timeZone);
  const hrefOf = (at: WallTime | undefined) => changedListHref(query, { at });
  return (
    <>
      <TimeMenu {...{ at, present, timeZone, hrefOf }} />
      <TimeNotice
        at={at}
        isRefused={isRefused || isTimeRefused === true}
        nowHref={hrefOf(undefined)}
        className="mt-3"
      />
    </>
  );
}

interface PlacePagesProps {
  query: PlaceListQuery;
  list: PlaceList;
  openReviews: OpenReviews | null;
  renderedAt: string;
  renderReviews: RenderReviews;
  renderUpkeep: RenderUpkeep;
  renderActions: RenderActions;
}

function pagesOf(query: PlaceListQuery, list: PlaceList) {
  // A place that came or went meanwhile has moved the page from where its number would have it.
  const isFurther = list.next_after !== undefined;
  const lastPage = lastPageOf(query, list.total);
  const pageCount =
    list.places.length === 0
      ? lastPage
      : isFurther
        ? Math.max(lastPage, query.page + 1)
        : query.page;
  return {
    current: query.page,
    pageCount,
    toPage: (page: number) => listPageHref(query, list, page),
  };
}

function PlacePages(props: PlacePagesProps) {
  const { query, list } = props;
  const { t } = useTranslation();
  const pages = pagesOf(query, list);
  return (
    <>
      {query.page > pages.pageCount && (
        <ListNotice icon="list" title={t("places.beyond.title")}>
          <ButtonLink to={pages.toPage(pages.pageCount)} variant="primary">
            {t("places.beyond.back")}
          </ButtonLink>
        </ListNotice>
      )}
      <PlaceCards {...props} places={list.places} />
      <Pagination {...pages} />
    </>
  );
}

interface PlaceCardsProps extends Omit<PlacePagesProps, "list"> {
  places: readonly Place[];
}

function PlaceCards(props: PlaceCardsProps) {
  const { query, places, openReviews, renderReviews, renderUpkeep, renderActions } = props;
  const { now } = useInstant(props.renderedAt, query.at, useHome().timeZone);
  const titleOf = usePlaceTitles(places);
  return (
    <ul className="grid grid-cols-1 gap-4">
      {places.map((place) => (
        <li key={place.id} className="min-w-0">
          <PlaceCard
            title={titleOf(place)}
            place={place}
            now={now}
            at={query.at}
            mapHref={mapPagePath({ ...query, place: place.id, view: null })}
            actions={renderActions(place)}
          >
            {renderReviews({
              place,
              opened: openReviews?.placeId === place.id ? openReviews : null,
              query,
            })}
            {query.at === undefined && renderUpkeep({ place, now })}
          </PlaceCard>
        </li>
      ))}
    </ul>
  );
}

interface ListHeadingProps {
  title: string;
  query: PlaceListQuery;
  /** Null where the places could not be read. */
  list: CountedPlaceList | null;
}

/** The page's title and the number of places; a changed list is announced. */
function ListHeading({ title, query, list }: ListHeadingProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const counts = list && [
    t("places.count", { count: list.total, total: format.number(list.total) }),
    // With the open filter on, all of them are open.
    ...(query.filters.open
      ? []
      : [
          t(query.at === undefined ? "places.openNow" : "places.openThen", {
            openNow: format.number(list.open_now_count),
          }),
        ]),
  ];
  const summary = counts?.join(", ") ?? "";
  const heading = useListChange(query, summary);
  return (
    <header>
      <h1 ref={heading} tabIndex={-1} className="text-2xl">
        {title}
      </h1>
      <p className="tabular min-h-6 text-muted" data-turns>
        {summary}
      </p>
    </header>
  );
}

/**
 * Announces the summary of another list, not of the same one loaded again. After a change of page the heading takes
 * the focus.
 */
function useListChange(query: PlaceListQuery, summary: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const announce = useAnnounce();
  const listed = useRef(query);
  const announced = useRef(summary);
  const onListed = useEffectEvent((next: PlaceListQuery) => {
    if (listed.current === next) return;
    const isSameList = changedListHref(listed.current, {}) === changedListHref(next, {});
    const isOtherPage = isSameList && listed.current.page !== next.page;
    const isNews = !isSameList || isOtherPage || announced.current !== summary;
    listed.current = next;
    announced.current = summary;
    if (isOtherPage) heading.current?.focus({ preventScroll: true });
    if (isNews && summary !== "") announce(summary);
  });
  useEffect(() => onListed(query), [query]);
  return heading;
}
