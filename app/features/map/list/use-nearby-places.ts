import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { MapArea } from "#app/features/map/map-area.ts";
import type { MapPageData } from "#app/features/map/map-page-data.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";
import { useApiRead } from "#app/ui/use-api-read.ts";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import type { ShownAddress } from "#domain/address-search/shown-address.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { boundsOfView } from "#domain/map/bounds-of-view.ts";
import type { MapSnapshot } from "#domain/map/map-announcement.ts";
import type { MapPageQuery } from "#domain/map/map-page-query.ts";
import type { MapView } from "#domain/map/map-view.ts";
import type { PlaceList } from "#domain/place/place.ts";
import { placeListSearch } from "#domain/place/place-list-query.ts";
import { filterSearch, filtersOfSearch, nearbyListQuery } from "./nearby-list-query.ts";
import { newsOfMap } from "./news-of-map.ts";

interface NearbyPlacesOptions {
  /** Whether the list is hidden, so that it loads nothing new. */
  isPaused: boolean;
  /** Whether a place is chosen: then its panel is announced, and not that the map has made room for it. */
  isSilent: boolean;
  /** What the visitor has searched for and the map goes to; each object is announced once. */
  searched: Pick<ShownAddress, "name"> | null;
  data: MapPageData;
  /** Instant that the page shows. */
  now: Date;
  query: MapPageQuery;
  /** Null until the map has shown its area, or the visitor has searched for a place. */
  area: MapArea | null;
  initialView: MapView;
  position: Coordinates | null;
}

/**
 * The list beside the map: places in view, nearest to the visitor first, or to the middle of the map while
 * the visitor's position is unknown. What has changed is announced (docs/product#announcements).
 */
export function useNearbyPlaces(options: NearbyPlacesOptions): PlaceListState {
  const [first] = useState(options.data);
  const isHydrated = useIsHydrated();
  // The list that came with the page no longer counts after the first query.
  const [isFirstStale, setFirstStale] = useState(false);
  const [firstView] = useState(options.initialView);
  const isFirstGood = !isFirstStale && first.list !== null && options.initialView === firstView;
  const lastSearch = useRef<string>(null);
  const wanted = isHydrated ? nearbySearch(isFirstGood ? first : null, options) : null;
  const search = options.isPaused ? lastSearch.current : wanted;
  useEffect(() => {
    lastSearch.current = search;
  });
  const state = usePlaceList(search, first.list, first.hasListFailed ? "unavailable" : null);
  useNews(state, first, options);
  const retry = () => {
    setFirstStale(true);
    state.retry();
  };
  return { ...state, retry };
}

/** The query, or null while the list that came with the page is still its result. */
function nearbySearch(first: MapPageData | null, options: NearbyPlacesOptions): string | null {
  const { query, area, initialView, position } = options;
  const hasList = first !== null && filterSearch(first.query) === filterSearch(query);
  if (!area && hasList && position === null) return null;
  const size = { width: window.innerWidth, height: window.innerHeight };
  const { view, size: shown } = area ?? { view: initialView, size };
  const near = position ?? middleOf(view);
  return placeListSearch(nearbyListQuery(query, near, boundsOfView(view, shown)));
}

function middleOf({ longitude, latitude }: MapView): Coordinates {
  return [longitude, latitude];
}

/** Time without a change after which the map counts as at rest, and what has changed is announced. */
const restMs = 500;

/** Time after which a search's result is announced alone, because no list of its places has come. */
const aloneMs = 4_000;

/** Announces what has changed on the map since the last message, in one message. */
function useNews(
  { list, of }: PlaceListState,
  first: MapPageData,
  options: NearbyPlacesOptions,
): void {
  const { t } = useTranslation();
  const format = useFormatter();
  const announce = useAnnounce();
  const announced = useRef<MapSnapshot>(null);
  const found = useRef<string>(null);
  const { searched } = options;
  useEffect(() => {
    if (searched === null) return;
    const { name } = searched;
    found.current = name;
    const timer = setTimeout(() => {
      if (found.current !== null) announce(t("search.shown", { name }));
      found.current = null;
    }, aloneMs);
    return () => clearTimeout(timer);
  }, [searched]);
  const announceNews = useEffectEvent(async () => {
    if (!list) return;
    const { isPaused, isSilent } = options;
    const area = new URLSearchParams(of ?? "").get("bbox");
    // The page may have other filters by now, whose list is on its way.
    const filters = of === null ? filterSearch(first.query) : filtersOfSearch(of);
    const sight = { area, filters, total: list.total };
    const news = newsOfMap(announced.current, sight, {
      list,
      found: found.current,
      now: options.now,
      t,
      format,
    });
    announced.current = sight;
    found.current = null;
    if (news && !isPaused && !isSilent) announce(news);
  });
  useEffect(() => {
    // The list that the page came with is what the first message is compared with.
    const timer = setTimeout(() => void announceNews().catch(() => {}), restMs);
    return () => clearTimeout(timer);
  }, [list]);
}

/** Reason why there is no newer list: the server is unavailable, or there was no usable response. */
type PlaceListFailure = "unavailable" | "failed";

export interface PlaceListState {
  /** The query of `list`; null for the list that came with the page. */
  of: string | null;
  /** The last result, which stays while a newer one is loading or when that fails. */
  list: PlaceList | null;
  isLoading: boolean;
  failure: PlaceListFailure | null;
  /** Loads the same query again. */
  retry: () => void;
}

/**
 * Places from the API, loaded again whenever the query changes.
 *
 * @param search the query string; null while the first list still counts
 * @param first the list that came with the page; null where it has none
 * @param firstFailure why; null where none was loaded
 */
function usePlaceList(
  search: string | null,
  first: PlaceList | null,
  firstFailure: PlaceListFailure | null = null,
): PlaceListState {
  const { result, of, code, ...state } = useApiRead<PlaceList>(
    search === null ? null : { path: `/api/v1/places${search}` },
    first,
    firstFailure && `error.${firstFailure}`,
  );
  const failure = code === null ? null : code === "error.unavailable" ? "unavailable" : "failed";
  return { list: result, of: of?.path.replace("/api/v1/places", "") ?? null, failure, ...state };
}
