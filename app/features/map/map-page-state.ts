import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import {
  type NavigateOptions,
  useLocation,
  useNavigate,
  useNavigation,
  useNavigationType,
} from "react-router";
import type { ChosenMarker } from "#app/features/map/live/map-style.ts";
import { fetchApi } from "#app/network/fetch-api.ts";
import { type MapPageQuery, mapPageSearch, parseMapPageQuery } from "#domain/map/map-page-query.ts";
import type { MapView } from "#domain/map/map-view.ts";
import type { Place, PlaceList } from "#domain/place/place.ts";
import { filteringOf, type PlaceFilterName } from "#domain/place/place-filters.ts";
import { placeOpeningAt } from "#domain/place/shown-opening.ts";

/** State of a history entry. */
interface EntryState {
  /** The entry before it is the same page without a chosen place: closing goes back to it. */
  readonly openedHere?: boolean;
  /** A search of an address led to it: Back goes to where the map was before. */
  readonly searched?: boolean;
}

/** State for links and calls that choose a place where none is chosen. */
export const openedHere: EntryState = { openedHere: true };

/**
 * The page's state, which is its URL. Choosing a place, and a search of an address, push a history entry;
 * moving the map replaces the entry's view without the router, which has nothing to load for it.
 *
 * @param onReturn called when Back or Forward crosses a search: the map goes where the entry says. Otherwise
 * the map stays, also when Back closes a place
 */
export function useMapUrl(
  loaded: MapPageQuery,
  onReturn: (entry: Pick<MapPageQuery, "view" | "place">) => void,
) {
  const location = useLocation();
  const navigationType = useNavigationType();
  const navigation = useNavigation();
  const navigate = useNavigate();
  const parsed = parseMapPageQuery(new URLSearchParams(location.search));
  const [view, setView] = useState<MapView | null>(loaded.view);
  const pending = pendingQueryOf(navigation.location);
  // A press may come while the router is still loading what the one before it requested.
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
  const last = useRef({ key: location.key, isSearched: isSearched(location.state) });
  const goBack = useEffectEvent(onReturn);
  useEffect(() => {
    const now = { key: location.key, isSearched: isSearched(location.state) };
    const isCrossed = now.key !== last.current.key && (now.isSearched || last.current.isSearched);
    last.current = now;
    if (isCrossed && navigationType !== "REPLACE") {
      const entry = parsed.ok ? parsed.query : loaded;
      setView(entry.view);
      if (navigationType === "POP") goBack(entry);
      return;
    }
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
      // The panel is shown in the frame of the press; the router's own update may come later.
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

  /** Goes to a search's result. @param keepsPlace whether the chosen place stays, as for a guided visitor */
  const search = useCallback(
    (found: MapView, keepsPlace: boolean) => {
      const state: EntryState = { searched: true };
      // In this frame, so that no view of the result gets into the entry before it.
      go({ view: found, ...(!keepsPlace && { place: null }) }, { state, flushSync: true });
    },
    [go],
  );

  const close = useCallback(() => {
    if (shownPlace === null) return;
    const state: EntryState | null = location.state;
    if (state?.openedHere) void navigate(-1);
    else go({ place: null }, { replace: true });
  }, [go, navigate, location.state, shownPlace]);

  return { query, pendingPlace, setView, choose, search, toggle, close };
}

function isSearched(state: EntryState | null): boolean {
  return state?.searched === true;
}

/** The page's URL that is being loaded; undefined without one. */
function pendingQueryOf(location: { pathname: string; search: string } | undefined) {
  if (location?.pathname !== "/") return undefined;
  const parsed = parseMapPageQuery(new URLSearchParams(location.search));
  return parsed.ok ? parsed.query : undefined;
}

/** Changes only the entry's URL; the router's state in it stays. */
function replaceSearch(search: string): void {
  if (window.location.pathname !== "/" || window.location.search === search) return;
  history.replaceState(history.state, "", `/${search}${window.location.hash}`);
}

/** Content of the panel: the result, or that it is loading, with the pressed marker where that is its. */
export type ShownChoice =
  | ChosenResult
  | { readonly kind: "loading"; readonly marker: ChosenMarker | null };

interface Known {
  /** The place that the router is loading; undefined while it loads nothing. */
  readonly pendingPlace: number | null | undefined;
  /** The marker that was pressed last. */
  readonly pressed: ChosenMarker | null;
  /** Finds a place that came with a list. */
  readonly listed: (id: number) => Place | undefined;
}

/**
 * The chosen place. While it is loading, the data of a list is shown, else of the pressed marker; a failed
 * load can be tried again without leaving the page.
 */
export function useChosen(
  { chosen, query }: MapPageData,
  { pendingPlace, pressed, listed }: Known,
): { choice: ShownChoice; placeId: number | null; retry: () => void } {
  const [again, setAgain] = useState<{ of: ChosenResult; result: ChosenResult | null } | null>(
    null,
  );
  const placeId = pendingPlace === undefined ? query.place : pendingPlace;

  const retry = async () => {
    setAgain({ of: chosen, result: null });
    const result = await findChosen(query.place);
    setAgain({ of: chosen, result });
  };
  const loaded = again?.of === chosen ? again.result : chosen;
  return { choice: shownChoice(), placeId, retry };

  function shownChoice(): ShownChoice {
    if (placeId === query.place && loaded) return loaded;
    if (placeId === null) return { kind: "none" };
    const place = placeId === query.place ? undefined : listed(placeId);
    if (place) return { kind: "place", place };
    return { kind: "loading", marker: pressed?.id === placeId ? pressed : null };
  }
}

/**
 * The marker of the chosen place, also of one that is still loading; the same object until a property of it
 * changes.
 */
export function useChosenMarker(choice: ShownChoice, now: Date): ChosenMarker | null {
  const place = choice.kind === "place" ? choice.place : null;
  const status = place && placeOpeningAt(place, now).status;
  const marker = useMemo(() => {
    if (!place || !status) return null;
    const { id, coordinates, accepted } = place;
    return { id, coordinates, accepted, status };
  }, [place, status]);
  return choice.kind === "loading" ? choice.marker : marker;
}

/** The place that the URL names, or why it was not found. */
export type ChosenResult =
  | { readonly kind: "none" }
  | { readonly kind: "place"; readonly place: Place }
  /** The place does not exist, or the visitor may not see it. */
  | { readonly kind: "missing" }
  /** The place could not be loaded. */
  | { readonly kind: "failed" };

/** Data of the map page. */
export interface MapPageData {
  /** ISO 8601 instant. */
  readonly renderedAt: string;
  readonly query: MapPageQuery;
  readonly chosen: ChosenResult;
  /** The places around the middle of the initial view; null where the browser requests them. */
  readonly list: PlaceList | null;
  /** Whether the server could not read the list: a page without one is not a map without places. */
  readonly hasListFailed: boolean;
  /** The places on the chosen place's point, itself included; null where the browser requests them. */
  readonly here: readonly Place[] | null;
}

/** Loads the place that the URL names from the API. */
export async function findChosen(
  placeId: number | null,
  signal?: AbortSignal,
): Promise<ChosenResult> {
  if (placeId === null) return { kind: "none" };
  const result = await fetchApi<Place>(`/api/v1/places/${placeId}`, { signal });
  if (result.ok) return { kind: "place", place: result.body };
  return { kind: result.code === "error.notfound" ? "missing" : "failed" };
}

/**
 * Calls `reload` when the route has loaded the same URL again: that happens after a form was sent, and then
 * the list and the map may have changed too.
 */
export function useReloadAfterWrite(data: MapPageData, reload: () => void): void {
  const last = useRef(data);
  const reloadLatest = useEffectEvent(reload);
  useEffect(() => {
    const isSamePlace = last.current.query.place === data.query.place;
    if (last.current !== data && isSamePlace) reloadLatest();
    last.current = data;
  }, [data]);
}
