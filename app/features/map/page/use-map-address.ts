import { useCallback, useEffect, useState } from "react";
import { type NavigateOptions, useLocation, useNavigate, useNavigation } from "react-router";
import { type MapPageQuery, mapPageSearch, parseMapPageQuery } from "#domain/map/map-page-query.ts";
import type { MapView } from "#domain/map/map-view.ts";
import { filteringOf, type PlaceFilterName } from "#domain/place/place-filters.ts";

/** State of a history entry. */
interface EntryState {
  /** The entry before it is the same page without a chosen place: closing goes back to it. */
  readonly openedHere?: boolean;
}

/** State for links and calls that choose a place where none is chosen. */
export const openedHere: EntryState = { openedHere: true };

/**
 * The page's state, which is its address. Choosing a place pushes a history entry; moving the map replaces
 * the entry's view without the router, which has nothing to load for it.
 */
export function useMapAddress(loaded: MapPageQuery) {
  const location = useLocation();
  const navigation = useNavigation();
  const navigate = useNavigate();
  const parsed = parseMapPageQuery(new URLSearchParams(location.search));
  const [view, setView] = useState<MapView | null>(loaded.view);
  const pending = pendingQueryOf(navigation.location);
  // A press may come while the router is still loading what the one before it asked for.
  const query: MapPageQuery = {
    ...(parsed.ok ? parsed.query : loaded),
    ...(pending && filteringOf(pending)),
    view,
  };

  const { place } = query;
  const pendingPlace = pending?.place;
  const shownPlace = pendingPlace === undefined ? place : pendingPlace;
  // After Back the entry still names an older view than the map's. While the router is loading, the entry is
  // already another than the one of `query`.
  const isSettled = navigation.state === "idle";
  useEffect(() => {
    if (view && isSettled) replaceSearch(mapPageSearch(query));
  }, [view, place, location.key, isSettled]);

  const go = useCallback(
    (changed: Partial<MapPageQuery>, options: NavigateOptions) =>
      void navigate(`/${mapPageSearch({ ...query, ...changed })}`, {
        preventScrollReset: true,
        defaultShouldRevalidate: false,
        ...options,
      }),
    [navigate, query],
  );

  const choose = useCallback(
    (id: number) => {
      if (id === shownPlace) return;
      // The panel stands in the frame of the press; the router's own update may come later.
      go({ place: id }, { state: shownPlace === null ? openedHere : undefined, flushSync: true });
    },
    [go, shownPlace],
  );

  const toggle = useCallback(
    (name: PlaceFilterName) => {
      const filters = { ...query.filters, [name]: !query.filters[name] };
      // A place that is still loading stays chosen, and the history gets its entry.
      go({ filters, place: shownPlace }, { replace: shownPlace === place, flushSync: true });
    },
    [go, query, shownPlace, place],
  );

  const close = useCallback(() => {
    if (shownPlace === null) return;
    const state: EntryState | null = location.state;
    if (state?.openedHere) void navigate(-1);
    else go({ place: null }, { replace: true });
  }, [go, navigate, location.state, shownPlace]);

  return { query, pendingPlace, setView, choose, toggle, close };
}

/** The page's address that is being loaded; undefined without one. */
function pendingQueryOf(location: { pathname: string; search: string } | undefined) {
  if (location?.pathname !== "/") return undefined;
  const parsed = parseMapPageQuery(new URLSearchParams(location.search));
  return parsed.ok ? parsed.query : undefined;
}

/** Changes only the entry's address; the router's state in it stays. */
function replaceSearch(search: string): void {
  if (window.location.pathname !== "/" || window.location.search === search) return;
  history.replaceState(history.state, "", `/${search}${window.location.hash}`);
}
