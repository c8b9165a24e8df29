import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useAnnounce } from "#app/ui/announcer.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import type { Coordinates } from "#domain/coordinates.ts";
import type { MapPageQuery } from "#domain/map-page-query.ts";
import type { MapView } from "#domain/map-view.ts";
import { placeListSearch } from "#domain/place-list-query.ts";
import type { MapArea } from "./map-area.ts";
import type { MapPageData } from "./map-page-data.ts";
import { filterSearch, nearbyListQuery } from "./nearby-list-query.ts";
import type { MapSupport } from "./use-map-support.ts";
import { type PlaceListState, usePlaceList } from "./use-place-list.ts";
import { boundsOfView } from "./view-geometry.ts";

interface NearbyPlacesOptions {
  /** While it is, nobody sees the list, and it asks nothing new. */
  isPaused: boolean;
  data: MapPageData;
  query: MapPageQuery;
  support: MapSupport;
  /** Null until the live map has said what it shows, or somebody searched for a place. */
  area: MapArea | null;
  openingView: MapView;
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
  const { query, support, area, openingView, position } = options;
  if (support === "none") {
    const around = area ? middleOf(area.view) : position;
    if (around) return placeListSearch(nearbyListQuery(query, around, null));
    const everywhere = nearbyListQuery(query, [0, 0], null);
    return placeListSearch({ ...everywhere, sort: "place-asc", near: null });
  }
  const isAnswered = first !== null && filterSearch(first.query) === filterSearch(query);
  if (!area && isAnswered) return null;
  const size = { width: window.innerWidth, height: window.innerHeight };
  const { view, size: shown } = area ?? { view: openingView, size };
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
