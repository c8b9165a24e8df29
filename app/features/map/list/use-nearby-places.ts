import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MapPageData } from "#app/features/map/page/map-page-data.ts";
import type { MapSupport } from "#app/features/map/page/use-map-support.ts";
import { boundsOfView, type MapArea } from "#app/features/map/page/view-geometry.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { askServer } from "#app/network/ask-server.ts";
import { useAnnounce } from "#app/ui/announcer.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import { useRecovery } from "#app/ui/use-recovery.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { MapPageQuery } from "#domain/map/map-page-query.ts";
import type { MapView } from "#domain/map/map-view.ts";
import type { PlaceList } from "#domain/place/place.ts";
import { placeListSearch } from "#domain/place/place-list-query.ts";
import { filterSearch, nearbyListQuery } from "./nearby-list-query.ts";

interface NearbyPlacesOptions {
  /** While it is, nobody sees the list, and it asks nothing new. */
  isPaused: boolean;
  data: MapPageData;
  query: MapPageQuery;
  support: MapSupport;
  /** Null until the live map has said what it shows, or somebody searched for a place. */
  area: MapArea | null;
  initialView: MapView;
  position: Coordinates | null;
}

/**
 * The list beside the map: what is in view, nearest to the visitor first, or to the middle of the map while
 * nobody knows where the visitor is. Without a map it is all places, those nearest to what was searched for or
 * to the visitor first. A new count is announced.
 */
export function useNearbyPlaces(options: NearbyPlacesOptions): PlaceListState {
  const [first] = useState(options.data);
  const isHydrated = useIsHydrated();
  // What the page opened with serves no more once somebody asks again.
  const [isFirstStale, setFirstStale] = useState(false);
  const isFirstGood = !isFirstStale && first.list !== null;
  const lastSearch = useRef<string>(null);
  const wanted = isHydrated ? nearbySearch(isFirstGood ? first : null, options) : null;
  const search = options.isPaused ? lastSearch.current : wanted;
  useEffect(() => {
    lastSearch.current = search;
  });
  const state = usePlaceList(search, first.list, first.hasListFailed ? "unavailable" : null);
  useCountAnnouncement(state, options.isPaused);
  const retry = () => {
    setFirstStale(true);
    state.retry();
  };
  return { ...state, retry };
}

/** The question, or null while the list that came with the page still answers it. */
function nearbySearch(first: MapPageData | null, options: NearbyPlacesOptions): string | null {
  const { query, support, area, initialView, position } = options;
  if (support === "none") {
    const around = area ? middleOf(area.view) : position;
    if (around) return placeListSearch(nearbyListQuery(query, around, null));
    const everywhere = nearbyListQuery(query, [0, 0], null);
    return placeListSearch({ ...everywhere, sort: "place-asc", near: null });
  }
  const isAnswered = first !== null && filterSearch(first.query) === filterSearch(query);
  if (!area && isAnswered) return null;
  const size = { width: window.innerWidth, height: window.innerHeight };
  const { view, size: shown } = area ?? { view: initialView, size };
  const near = position ?? middleOf(view);
  return placeListSearch(nearbyListQuery(query, near, boundsOfView(view, shown)));
}

function middleOf({ longitude, latitude }: MapView): Coordinates {
  return [longitude, latitude];
}

function useCountAnnouncement({ list }: PlaceListState, isPaused: boolean): void {
  const { t } = useTranslation();
  const format = useFormatter();
  const announce = useAnnounce();
  const total = list?.total;
  const announced = useRef(total);
  useEffect(() => {
    if (isPaused || total === undefined || total === announced.current) return;
    announced.current = total;
    announce(t("map.list.count", { count: total, total: format.number(total) }));
  }, [total, isPaused, announce, t, format]);
}

/** A map that is still moving asks for nothing until it has stood still for so long. */
const settleMs = 250;

/** When a server that can't answer just now (503) is asked again. */
const unavailableRetryMs = 5_000;

/** Why there is no newer list: the server can't answer just now, or there was no answer to use. */
type PlaceListFailure = "unavailable" | "failed";

export interface PlaceListState {
  /** The last answer, kept while a newer one is asked for or when that fails. */
  list: PlaceList | null;
  isLoading: boolean;
  failure: PlaceListFailure | null;
  /** Asks the same again. */
  retry: () => void;
}

/**
 * Places from the API, asked for again whenever the question changes; an answer to an older question is
 * dropped. A question that got no answer is asked again once there is contact, and one that the server
 * could not answer just now, a few seconds later.
 *
 * @param search the question as a query string; null while the first list still serves
 * @param firstFailure why the page came without a list; null where it has one, or none was asked for
 */
function usePlaceList(
  search: string | null,
  first: PlaceList | null,
  firstFailure: PlaceListFailure | null = null,
): PlaceListState {
  const [list, setList] = useState(first);
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState(firstFailure);
  // For contact. Not a state: contact may be back before the page has drawn the failure.
  const isWaiting = useRef(false);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((last) => last + 1), []);
  useEffect(() => {
    if (search === null) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      isWaiting.current = false;
      setIsLoading(true);
      const answer = await askServer<PlaceList>(placesAddress(search), { signal: abort.signal });
      if (abort.signal.aborted) return;
      isWaiting.current = !answer.ok && answer.status === null;
      if (answer.ok) setList(answer.body);
      const isUnavailable = !answer.ok && answer.status === 503;
      setFailure(answer.ok ? null : isUnavailable ? "unavailable" : "failed");
      setIsLoading(false);
      if (isUnavailable) timer = setTimeout(ask, unavailableRetryMs);
    };
    timer = setTimeout(ask, settleMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [search, attempt]);
  useRecovery(isWaiting, retry);
  return { list, isLoading, failure, retry };
}

const placesAddress = (search: string) => `/api/v1/places${search}`;
