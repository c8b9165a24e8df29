import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useLocation, useNavigate, useNavigation, useNavigationType } from "react-router";
import { useChosenMarker } from "#app/features/map/chosen-notice.tsx";
import { type PlaceListState, useNearbyPlaces } from "#app/features/map/list/use-nearby-places.ts";
import type { MapHandle } from "#app/features/map/live/map-canvas.tsx";
import type { MapArea } from "#app/features/map/map-area.ts";
import {
  type ChosenResult,
  findChosen,
  type MapPageData,
  type ShownChoice,
} from "#app/features/map/map-page-data.ts";
import {
  aimOf,
  beginMapPage,
  type Dispatch,
  type EntryState,
  type MapPageContext,
  nextMapPage,
  type Sight,
  shownSnap,
  shownView,
  snapKey,
} from "#app/features/map/map-page-state.ts";
import {
  controlsHeight,
  coveredTop,
  isWideLayout,
  markerPixels,
  panelPixels,
  sheetHeights,
} from "#app/features/map/sheet-layout.ts";
import { useMapSupport } from "#app/features/map/use-map-support.ts";
import { type Passing, viewOfWay } from "#app/features/map/way/shown-way.ts";
import { useWay } from "#app/features/map/way/use-way.ts";
import { useHome } from "#app/i18n/home.ts";
import { findPosition } from "#app/ui/find-position.ts";
import { useInstant } from "#app/ui/use-now.ts";
import { type Coordinates, formatCoordinates } from "#domain/geography/coordinates.ts";
import { initialView, ownView } from "#domain/map/initial-view.ts";
import { type MapPageQuery, mapPagePath, parseMapPageQuery } from "#domain/map/map-page-query.ts";
import type { MapView } from "#domain/map/map-view.ts";
import { filteringOf } from "#domain/place/place-filters.ts";
import type { Way } from "#domain/way/way.ts";

interface MapPageOptions {
  data: MapPageData;
  startView: MapView | null;
  /** Whether the page is about to open another URL. */
  isRedirecting: boolean;
}

/**
 * The state of the map page: the URL from the router, and what `nextMapPage` makes of events. It loads the
 * list, and the chosen place again where that has failed; it moves the map where the state says.
 */
export function useMapPage({ data, startView, isRedirecting }: MapPageOptions) {
  const map = useRef<MapHandle>(null);
  const navigate = useNavigate();
  const [page, setPage] = useState(() => {
    const chosen = data.chosen.kind === "place" ? data.chosen.place.coordinates : null;
    const ends = data.query.way && viewOfWay(data.query.way, data.way);
    return beginMapPage(
      data.query,
      initialView(data.query.view ?? ends ?? null, chosen, startView),
    );
  });
  const support = useMapSupport(isRedirecting, page.isPlacing);
  const url = useMapUrl(data.query, page.view);
  const instant = useInstant(data.renderedAt, url.query.at, useHome().timeZone);
  const { now, at } = instant;
  const context: MapPageContext = { ...url, query: { ...url.query, at }, support };
  const { query, placeId } = context;

  // Several events may come before the page is rendered again.
  const latest = useRef({ page, context });
  useLayoutEffect(() => {
    latest.current.context = context;
  });
  const dispatch: Dispatch = useCallback(
    (kind, ...details) => {
      const next = nextMapPage(latest.current.page, latest.current.context, kind, ...details);
      latest.current.page = next.page;
      setPage(next.page);
      if (next.go === "back") void navigate(-1);
      else if (next.go) void navigate(...next.go);
    },
    [navigate],
  );
  useEntryView(url, dispatch);

  const way = useWay({
    ...{ data, query, track: page.track, present: instant.present },
    onFound: (corners) => dispatch("wayFound", corners),
  });
  const places = useNearbyPlaces({
    // Beside the panel of a place only the titles need the list, once the map has its area.
    isPaused:
      page.guidance !== null || way.path !== null || (placeId !== null && page.area === null),
    isSilent: placeId !== null || query.way !== undefined,
    searched: page.searched,
    data,
    now,
    query,
    area: page.area,
    initialView: page.initial.view,
    position: page.position,
  });
  const mayLocate = useFirstPosition(dispatch, isRedirecting);
  useOwnView(page.isPlacing ? page.position : null, places, (view) => dispatch("placed", view));

  const { loaded, retry } = useLoaded(data);
  const passings = usePassings(way.way, placeId);
  const passing = passings.at(0) ?? null;
  const known = [
    page.find?.place,
    passing?.place,
    ...(places.list?.own_pending ?? []),
    ...(places.list?.places ?? []),
  ];
  // A page that redirects is about to be rendered again: what is pressed in its panel would be lost.
  const listed = isRedirecting ? undefined : known.find((place) => place?.id === placeId);
  const choice = ((): ShownChoice => {
    if (placeId === data.query.place && loaded) return loaded;
    if (placeId === null) return { kind: "none" };
    if (listed && placeId !== data.query.place) return { kind: "place", place: listed };
    return { kind: "loading", marker: page.pressed?.id === placeId ? page.pressed : null };
  })();
  /** When one passes the chosen place, as which it is shown. */
  const passesAt = passing && new Date(passing.arrives);
  const chosen = useChosenMarker(choice, passesAt ?? now);
  const snap = shownSnap(page, context);
  const shown = snapKey(page, context);
  useEffect(() => dispatch("shown"), [shown, dispatch]);

  const goToSight = useSight(map, page.sight, chosen);
  const reload = () => {
    places.retry();
    map.current?.reloadPlaces();
  };
  useReloadAfterWrite(data, reload);

  return {
    ...page,
    ...instant,
    map,
    query,
    placeId,
    support,
    dispatch,
    places,
    way,
    passings,
    passesAt,
    aim: aimOf(page, context),
    mayLocate,
    choice,
    chosen,
    snap,
    retry,
    reload,
    view: shownView(page),
    markReady(area: MapArea) {
      dispatch("ready", area);
      const { sight } = latest.current.page;
      const place = choice.kind === "place" ? choice.place : null;
      const isOver = sight?.to === "showBoth" && sight.place !== place?.id;
      if ((isOver || !goToSight()) && place) map.current?.reveal(place.coordinates);
    },
    /** Parts of the map that are covered now. */
    covered() {
      if (isWideLayout()) return { top: 0, bottom: 0 };
      const heights = sheetHeights(innerHeight, page.guidance !== null);
      return { top: controlsHeight(innerHeight), bottom: heights[snap === "peek" ? snap : "half"] };
    },
  };
}

/** Where one passes the chosen place; also after a filter has dropped it from the way. */
function usePassings(way: Way | null, placeId: number | null): readonly Passing[] {
  const [held, hold] = useState<readonly Passing[]>([]);
  const passings = way?.places.filter(({ place }) => place.id === placeId) ?? [];
  const isKnown = passings.length > 0 || placeId === null || way === null;
  if (
    isKnown &&
    held.map(({ arrives }) => arrives).join() !== passings.map(({ arrives }) => arrives).join()
  ) {
    hold(passings);
  }
  return isKnown ? passings : held.filter(({ place }) => place.id === placeId);
}

/** The page's URL, with the map's view. */
function useMapUrl(loaded: MapPageQuery, view: MapView | null) {
  const location = useLocation();
  const { location: next, state: navigating } = useNavigation();
  const pending = next?.pathname === location.pathname ? queryOf(next) : null;
  const entry = queryOf(location) ?? loaded;
  // A press may come while the router is still loading what the one before it requested.
  const query: MapPageQuery = {
    ...{ ...entry, ...(pending && filteringOf(pending)), view },
    ...(pending?.way && { way: pending.way }),
  };
  const { openedHere = false, searched = false }: EntryState = location.state ?? {};
  return {
    query,
    placeId: pending ? pending.place : query.place,
    isOpenedHere: openedHere,
    entry: { key: location.key, isSearched: searched, query: entry },
    isSettled: navigating === "idle",
  };
}

/**
 * Replaces the view in the history entry when the map moves, without the router, which has nothing to load for
 * it. Where the URL crosses a search, the entry has the view: Back and Forward move the map there. Otherwise
 * the map stays, also when Back closes a place.
 */
function useEntryView(
  { query, entry, isSettled }: ReturnType<typeof useMapUrl>,
  dispatch: Dispatch,
): void {
  const navigationType = useNavigationType();
  const last = useRef(entry);
  useEffect(() => {
    const isCrossed =
      entry.key !== last.current.key && (entry.isSearched || last.current.isSearched);
    last.current = entry;
    if (isCrossed && navigationType !== "REPLACE") {
      return dispatch("crossed", entry.query, navigationType === "POP");
    }
    // After Back the entry still names an older view than the map's. While the router is loading, the entry is
    // already another than the one of `query`.
    if (query.view && isSettled) replaceUrl(query);
  }, [query.view, query.place, entry.key, isSettled]);
}

function queryOf({ pathname, search }: Pick<Location, "pathname" | "search">): MapPageQuery | null {
  const parsed = parseMapPageQuery(new URLSearchParams(search), pathname);
  return parsed.ok ? parsed.query : null;
}

/** Changes only the entry's URL; the router's state in it stays. */
function replaceUrl(query: MapPageQuery): void {
  const { pathname, search, hash } = window.location;
  const path = mapPagePath(query);
  if (path.split("?")[0] !== pathname || path === pathname + search) return;
  history.replaceState(history.state, "", path + hash);
}

/** The result of the URL's place; null while a failed load is tried again without leaving the page. */
function useLoaded({ chosen, query }: MapPageData) {
  const [again, setAgain] = useState<{ of: ChosenResult; result: ChosenResult | null } | null>(
    null,
  );
  const retry = async () => {
    setAgain({ of: chosen, result: null });
    const result = await findChosen(query.place, query.at);
    setAgain({ of: chosen, result });
  };
  return { loaded: again?.of === chosen ? again.result : chosen, retry };
}

/**
 * Moves the map to a sight, and where a place that was just chosen would be covered or out of sight; not for a
 * place that the sight shows already, nor for the one with which the page opened.
 *
 * @returns moves it where that has not happened yet; false where it had nowhere to go
 */
function useSight(
  map: RefObject<MapHandle | null>,
  sight: Sight | null,
  chosen: ReturnType<typeof useChosenMarker>,
): () => boolean {
  const done = useRef<Sight>(null);
  const goToSight = () => {
    if (!map.current || sight === null || done.current === sight) return false;
    done.current = sight;
    goTo(map.current, sight);
    return true;
  };
  useEffect(() => void goToSight(), [sight]);

  const revealed = useRef(chosen?.id ?? null);
  const used = useRef<Sight>(null);
  useEffect(() => {
    const id = chosen?.id ?? null;
    if (revealed.current === id) return;
    revealed.current = id;
    const isInSight = used.current !== sight && id === sight?.place;
    used.current = sight;
    if (chosen && !isInSight) map.current?.reveal(chosen.coordinates);
  }, [chosen]);
  return goToSight;
}

function goTo(map: MapHandle, sight: Sight): void {
  if (sight.to === "showBoth") {
    const [one, other] = sight.points;
    // On a phone the sheet comes up.
    const bottom = isWideLayout() ? 0 : sheetHeights(innerHeight).half;
    // A way has no marker above its ends.
    const top = coveredTop() - (sight.place === undefined ? markerPixels.height : 0);
    map.showBoth(one, other, { top, bottom });
  } else map[sight.to](sight.view);
  // The keyboard of a phone closes, and arrow keys move the map.
  if (sight.to === "show" && sight.isSearch) map.focus();
}

/**
 * Calls `reload` when the route has loaded the same URL again: that happens after a form was sent, and then
 * the list and the map may have changed too.
 */
function useReloadAfterWrite(data: MapPageData, reload: () => void): void {
  const last = useRef(data);
  const reloadLatest = useEffectEvent(reload);
  useEffect(() => {
    const isSamePlace = last.current.query.place === data.query.place;
    if (last.current !== data && isSamePlace) reloadLatest();
    last.current = data;
  }, [data]);
}

/**
 * Requests the visitor's position as soon as the page is hydrated, long before the map's script has loaded.
 *
 * @param isRedirecting whether the page is about to open another URL; it stays as it is while this is shown
 * @returns whether the map's control may request it as well: not before this response, because the browser
 * would ask the visitor twice, and not after a refusal
 */
function useFirstPosition(dispatch: Dispatch, isRedirecting: boolean): boolean {
  const [mayRequest, setMayRequest] = useState(false);
  useEffect(() => {
    if (isRedirecting) return;
    // However long the visitor takes to respond to the browser.
    void findPosition(navigator.geolocation, null).then(async (found) => {
      if (found.ok) dispatch("located", found.position);
      else if (found.error === "rough") {
        const { viewOfCircle } = await import("./visitor-view.ts");
        dispatch("roughlyLocated", found, viewOfCircle(found));
      }
      setMayRequest(found.ok || found.error !== "refused");
    });
  }, []);
  return mayRequest;
}

/** Number of the nearest places with which the map begins at the visitor. */
const shownCount = 3;

/**
 * Calls back with the view at the visitor, once the list has the places around them or cannot be loaded
 * (docs/product#own-position).
 *
 * @param position the visitor's, while a view is awaited; null else
 */
function useOwnView(
  position: Coordinates | null,
  { list, of, failure }: PlaceListState,
  onView: (view: MapView) => void,
): void {
  const near = position && `near=${formatCoordinates(position)}`;
  const isKnown = near !== null && (of?.includes(near) ?? false);
  useEffect(() => {
    if (position === null || !(isKnown || failure)) return;
    const nearest = isKnown && list ? list.places.slice(0, shownCount) : [];
    const points = nearest.map(({ coordinates }) => coordinates);
    onView(ownView(position, points, freePixels()));
  }, [position, isKnown, failure]);
}

/** Margins for a marker at the edge of the free part of the map; at the sides for its ring and the map's controls. */
const marginPixels = 32;
const sideMarginPixels = 84;

function freePixels(): { x: number; y: number } {
  const isWide = isWideLayout();
  const width = isWide ? innerWidth - panelPixels : innerWidth;
  const covered = isWide ? 2 * marginPixels : controlsHeight(innerHeight);
  return { x: width / 2 - sideMarginPixels, y: innerHeight / 2 - covered };
}
