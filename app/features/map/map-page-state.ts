import type { NavigateOptions } from "react-router";
import type { NearestFind } from "#app/features/map/list/nearest-result.tsx";
import type { ChosenMarker } from "#app/features/map/live/map-style.ts";
import type { Guidance } from "#app/features/map/live/route.ts";
import type { MapArea } from "#app/features/map/map-area.ts";
import { neighbourSnap, type SheetSnap } from "#app/features/map/sheet-layout.ts";
import type { MapSupport } from "#app/features/map/use-map-support.ts";
import type { RoughPosition } from "#app/ui/find-position.ts";
import type { ShownAddress } from "#domain/address-search/shown-address.ts";
import { type Coordinates, formatCoordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { type InitialView, surroundingsOf } from "#domain/map/initial-view.ts";
import { type MapPageQuery, mapPagePath } from "#domain/map/map-page-query.ts";
import { formatMapView, type MapView } from "#domain/map/map-view.ts";
import type { PlaceFilterName } from "#domain/place/place-filters.ts";
import { isWhole, type WayEnd, type WayPlan } from "#domain/way/way-plan.ts";

/** Where the map goes, at once or when it is ready; each object is one move. `place` is in sight then. */
export type Sight = { readonly place?: number | null } & (
  | { readonly to: "begin" | "recentre"; readonly view: MapView }
  /** A search moves the focus to the map. */
  | { readonly to: "show"; readonly view: MapView; readonly isSearch?: boolean }
  /** The visitor and the place to which the big button leads, or the corners of a way. */
  | { readonly to: "showBoth"; readonly points: readonly [Coordinates, Coordinates] }
);

/** A track of the visitor's own. */
export interface Track {
  readonly name: string;
  readonly line: readonly Coordinates[];
}

/** State of the map page in addition to its URL. */
export interface MapPageState {
  /** Initial view of the map; the map's own one once it is ready. */
  readonly initial: InitialView;
  /** Whether the initial view awaits the places around the visitor. */
  readonly isPlacing: boolean;
  /** View in the URL; null where it names none. */
  readonly view: MapView | null;
  /** Null until the map has shown its area, or the visitor has searched for a place. */
  readonly area: MapArea | null;
  readonly isMapReady: boolean;
  readonly sight: Sight | null;
  readonly position: Coordinates | null;
  /** The circle in which the visitor is, while no more is known. */
  readonly rough: RoughPosition | null;
  /** Where the visitor has said to be. */
  readonly pointed: Coordinates | null;
  /** Whether the next press on the map says where the visitor is. */
  readonly isPointing: boolean;
  /** What the visitor has searched for. */
  readonly searched: ShownAddress | null;
  /** The marker that was pressed last. */
  readonly pressed: ChosenMarker | null;
  /** The place to which the big button led last. */
  readonly find: NearestFind | null;
  /** The place that the big button names. */
  readonly nearest: Coordinates | null;
  /** Number of presses of the big button, and of searches that are as good as one. */
  readonly nearestPresses: number;
  /** The end of the way that a search, or a press on the map, chooses next. */
  readonly aim: "from" | "to" | null;
  readonly track: Track | null;
  /** Null while the visitor is not guided. */
  readonly guidance: Guidance | null;
  /** The sheet's height, as long as `of` is what the page shows. */
  readonly snap: { readonly of: string; readonly snap: SheetSnap } | null;
}

/** The page's state when it opens. */
export function beginMapPage(query: MapPageQuery, initial: InitialView): MapPageState {
  return {
    initial,
    isPlacing: false,
    view: query.view,
    area: null,
    isMapReady: false,
    sight: null,
    position: null,
    rough: null,
    pointed: null,
    isPointing: false,
    searched: null,
    pressed: null,
    find: null,
    nearest: null,
    nearestPresses: 0,
    aim: null,
    track: null,
    guidance: null,
    snap: null,
  };
}

/** What the URL and the browser determine. */
export interface MapPageContext {
  /** Query of the URL. */
  readonly query: MapPageQuery;
  /** The chosen place, also while it is loading. */
  readonly placeId: number | null;
  /** Whether the history entry before this one is the page without a chosen place. */
  readonly isOpenedHere: boolean;
  /** Without a live map, pictures take its place. */
  readonly support: MapSupport;
}

/** Events and their details. */
interface Events {
  /** The map has drawn its first picture. */
  ready: [area: MapArea];
  moved: [area: MapArea];
  /** The map was pressed at a point. */
  pressed: [at: Coordinates];
  /** The map was pressed long, beside the markers. */
  held: [at: Coordinates];
  markerPressed: [marker: ChosenMarker];
  located: [position: Coordinates];
  /** The browser knows the position roughly; the view shows the circle. */
  roughlyLocated: [rough: RoughPosition, view: MapView];
  /** The places around the visitor determine the view. */
  placed: [view: MapView];
  pointing: [isOn: boolean];
  /** A search's result; the size is the window's. */
  searched: [found: ShownAddress, size: MapArea["size"]];
  placeSearched: [id: number];
  nearestWanted: [];
  nearestNamed: [nearest: Coordinates | null];
  nearestFound: [find: NearestFind];
  filtered: [name: PlaceFilterName];
  aimed: [end: MapPageState["aim"]];
  /** The end of the way that was aimed at. */
  ended: [end: WayEnd, which: "from" | "to"];
  tracked: [track: Track];
  planned: [way: WayPlan];
  /** A way was found that is not yet in sight. */
  wayFound: [corners: readonly [Coordinates, Coordinates]];
  guided: [guidance: Guidance | null];
  snapped: [snap: SheetSnap];
  /** The page shows something else than before: another place, none, or the guide. */
  shown: [];
  /** The page's URL has crossed a search; by Back or Forward, the map goes where the entry says. */
  crossed: [entry: Pick<MapPageQuery, "view" | "place">, isReturn: boolean];
  closed: [];
  escaped: [];
}

type Kind = keyof Events;

/** A history entry to go to; `back` for the one before. */
type Navigation = "back" | readonly [path: string, options?: NavigateOptions];

type Change = Partial<MapPageState> & { readonly go?: Navigation };

type Step<Of extends Kind> = (
  page: MapPageState,
  context: MapPageContext,
  ...details: Events[Of]
) => Change;

/** Passes an event to the page. */
export type Dispatch = <Of extends Kind>(kind: Of, ...details: Events[Of]) => void;

/** A guided visitor loses the route by no press; one who is pointing says where they are by the next one. */
type Mode = "looking" | "chosen" | "pointing" | "aiming" | "guided";

function modeOf(page: MapPageState, context: MapPageContext): Mode {
  const { placeId } = context;
  if (page.guidance !== null) return "guided";
  if (page.isPointing) return "pointing";
  if (aimOf(page, context) !== null) return "aiming";
  return placeId === null ? "looking" : "chosen";
}

/** The end of the way that is chosen next; only the page of a way has one. */
export function aimOf({ aim }: MapPageState, { query }: MapPageContext): MapPageState["aim"] {
  return query.way ? aim : null;
}

/** The page after an event, and where the router goes. */
export function nextMapPage<Of extends Kind>(
  page: MapPageState,
  context: MapPageContext,
  kind: Of,
  ...details: Events[Of]
): { readonly page: MapPageState; readonly go?: Navigation } {
  const row: Row<Of> = table[kind];
  const step = row[modeOf(page, context)] ?? row.any;
  const { go, ...change } = step(page, context, ...details);
  return { page: { ...page, ...change }, go };
}

/** Steps of an event in each mode, and in any other one. */
type Row<Of extends Kind> = { readonly any: Step<Of> } & { readonly [In in Mode]?: Step<Of> };

/** State of a history entry. */
export interface EntryState {
  /** The entry before it is the same page without a chosen place: closing goes back to it. */
  readonly openedHere?: boolean;
  /** A search of an address led to it: Back goes to where the map was before. */
  readonly searched?: boolean;
}

/** State for links and calls that choose a place where none is chosen. */
export const openedHere: EntryState = { openedHere: true };

/** The page's URL with a change, as an entry of the history. */
function entry(
  { view }: MapPageState,
  { query }: MapPageContext,
  changed: Partial<MapPageQuery>,
  options: NavigateOptions & { state?: EntryState },
): Navigation {
  const path = mapPagePath({ ...query, view, ...changed });
  return [path, { preventScrollReset: true, defaultShouldRevalidate: false, ...options }];
}

const stay = (): Change => ({});

/** Pushes an entry. The panel shows in the frame of the press; the router's own update may come later. */
const choose: Step<"placeSearched"> = (page, context, place) => {
  if (place === context.placeId) return {};
  const state = context.placeId === null ? openedHere : undefined;
  return { go: entry(page, context, { place }, { state, flushSync: true }) };
};

const chooseMarker: Step<"markerPressed"> = (page, context, pressed) => ({
  pressed,
  ...choose(page, context, pressed.id),
});

const close: Step<"closed"> = (page, context) => {
  if (context.placeId === null) return {};
  if (context.isOpenedHere) return { go: "back" };
  return { go: entry(page, context, { place: null }, { replace: true }) };
};

const add: Step<"held"> = (_page, _context, at) => ({
  go: [`/places?add=1&at=${formatCoordinates(at)}`],
});

/** The map's view, or the one with which it begins. */
export function shownView({ area, initial }: Pick<MapPageState, "area" | "initial">): MapView {
  return area?.view ?? initial.view;
}

function beginAt({ area, initial }: MapPageState, view: MapView): Change {
  return area ? { sight: { to: "begin", view } } : { initial: { ...initial, view } };
}

/** Distance below which a visitor is still at the same place, as far as lists are concerned. */
const sameSpotMeters = 25;

const locate: Step<"located"> = (page, { support }, position) => {
  const { area, initial, rough } = page;
  if (page.position && distanceMeters(page.position, position) < sameSpotMeters) return {};
  // A live map that is there already goes to the visitor by itself.
  const isMoved = area !== null && support === "live" && rough === null;
  if (page.position || initial.isNamed || isMoved) return { position };
  return { position, isPlacing: true, ...beginAt(page, surroundingsOf(position)) };
};

/** Zoom from which a press on the map says where the visitor is, to some 60 m; below it the press zooms in. */
const leastPointZoom = 13;

/** Zoom steps of such a press. */
const pointZooms = 3;

const point: Step<"pressed"> = (page, _context, at) => {
  const { zoom } = shownView(page);
  if (zoom < leastPointZoom) {
    return beginAt(page, { longitude: at[0], latitude: at[1], zoom: zoom + pointZooms });
  }
  const nearestPresses = page.nearestPresses + 1;
  return { isPointing: false, position: at, pointed: at, nearestPresses };
};

/** In this frame, so that no view of the result gets into the entry before it. */
const search =
  (change: Partial<MapPageQuery>): Step<"searched"> =>
  (page, context, searched, size) => {
    const [longitude, latitude] = searched.coordinates;
    const view = { longitude, latitude, zoom: searched.zoom };
    return {
      searched,
      sight: { to: "show", view, isSearch: true },
      // Without a map the list goes there.
      ...(!page.isMapReady && { area: { view, size } }),
      go: entry(page, context, { view, ...change }, { state: { searched: true }, flushSync: true }),
    };
  };

const move: Step<"moved"> = (page, _context, area) => {
  const isSame = formatMapView(area.view) === formatMapView(shownView(page));
  return { area, ...(!isSame && { view: area.view }) };
};

const cross =
  (to: "show" | "recentre"): Step<"crossed"> =>
  (page, _context, { view, place }, isReturn) => ({
    view,
    ...(isReturn && { sight: { to, view: view ?? page.initial.view, place } }),
  });

const setEnd = (
  page: MapPageState,
  context: MapPageContext,
  { coordinates, name }: WayEnd,
  which = page.aim,
): Change => {
  const plan = context.query.way;
  if (which === null || plan === undefined) return {};
  const way = { ...plan, [which]: { coordinates, name }, track: null };
  const next = which === "from" ? "to" : "from";
  const isReady = isWhole(way);
  // The map goes to the way.
  const view = isReady ? null : page.view;
  return {
    ...{ view, track: null, aim: isReady ? null : next },
    ...snap(page, { ...context, placeId: null }, isReady ? "half" : "peek"),
    go: entry({ ...page, view }, context, { way, place: null }, { flushSync: true }),
  };
};

/** Zoom from which a press says where an end of a way is; below it the press zooms in. */
const leastEndZoom = 9;

const pressEnd: Step<"pressed"> = (page, context, coordinates) => {
  const { zoom } = shownView(page);
  if (zoom >= leastEndZoom) return setEnd(page, context, { coordinates, name: "" });
  const [longitude, latitude] = coordinates;
  return beginAt(page, { longitude, latitude, zoom: zoom + pointZooms });
};

/** The other end is around the first one. */
const searchEnd =
  (which: MapPageState["aim"]): Step<"searched"> =>
  (page, context, found) => {
    const [longitude, latitude] = found.coordinates;
    const view = { longitude, latitude, zoom: Math.min(found.zoom, endZoom) };
    const change = setEnd(page, context, found, which ?? page.aim);
    return change.aim ? { ...change, sight: { to: "show", view } } : change;
  };

/** A search on the page of a way that lacks an end is for that. */
const searchOrBegin: Step<"searched"> = (page, context, ...details) => {
  const { way } = context.query;
  if (way === undefined || isWhole(way)) return search({ place: null })(page, context, ...details);
  return searchEnd(way.from === null ? "from" : "to")(page, context, ...details);
};

const setTrack: Step<"tracked"> = (page, context, track) => {
  const plan = context.query.way;
  if (plan === undefined) return {};
  const way = { ...plan, track: track.name };
  const go = entry({ ...page, view: null }, context, { way, place: null }, { flushSync: true });
  return { track, aim: null, view: null, go };
};

/** Maximum zoom at one end of a way. */
const endZoom = 12;

const lead: Step<"nearestFound"> = (page, context, find) => {
  const { id } = find.place;
  const { go } = choose(page, context, id);
  return {
    go,
    find,
    sight: { to: "showBoth", points: [find.place.coordinates, find.from], place: id },
    snap: { of: `${id} false`, snap: "half" },
  };
};

const filter: Step<"filtered"> = (page, context, name) => {
  const { query, placeId } = context;
  const filters = { ...query.filters, [name]: !query.filters[name] };
  // A place that is still loading stays chosen, and the history gets its entry.
  const options = { replace: placeId === query.place, flushSync: true };
  return { go: entry(page, context, { filters, place: placeId }, options) };
};

/** The sheet's height: half for a place that was just chosen; at the peek the map is more important. */
export function shownSnap(page: MapPageState, context: MapPageContext): SheetSnap {
  if (page.snap?.of === snapKey(page, context)) return page.snap.snap;
  const isOfMap = context.placeId === null && context.query.way === undefined;
  return isOfMap || isMapFirst(page, context) ? "peek" : "half";
}

/** Pictures do not follow a walker: then the steps are more important than the map, and so is what raises the sheet. */
function isMapFirst({ guidance }: MapPageState, { support }: MapPageContext): boolean {
  return guidance !== null && !guidance.raisesSheet && support !== "none";
}

/** What the sheet's height belongs to. */
export function snapKey(page: MapPageState, context: MapPageContext): string {
  return `${context.placeId} ${isMapFirst(page, context)}`;
}

const snap: Step<"snapped"> = (page, context, to) => ({
  snap: { of: snapKey(page, context), snap: to },
});

/** A height that was set for the list does not come back with it. */
const forgetSnap: Step<"shown"> = (page, context) =>
  page.snap?.of === snapKey(page, context) ? {} : { snap: null };

const lowerSheet: Step<"escaped"> = (page, context) =>
  snap(page, context, neighbourSnap(shownSnap(page, context), -1));

const setPointing: Step<"pointing"> = (page, context, isPointing) => ({
  isPointing,
  ...snap(page, context, "peek"),
});

const lookForNearest: Step<"nearestWanted"> = ({ nearestPresses }) => ({
  nearestPresses: nearestPresses + 1,
});

/**
 * What each event does, in any mode but those that are named. A guided visitor keeps place and route, and a
 * walker's position does not get into the URL.
 */
const table: { readonly [Of in Kind]: Row<Of> } = {
  markerPressed: { any: chooseMarker, guided: stay },
  placeSearched: { any: choose, guided: stay },
  nearestWanted: { any: lookForNearest, guided: stay },
  held: { any: add, aiming: pressEnd, guided: stay },
  pressed: { any: stay, pointing: point, aiming: pressEnd },
  escaped: {
    any: lowerSheet,
    chosen: close,
    pointing: () => ({ isPointing: false }),
    aiming: () => ({ aim: null }),
  },
  searched: { any: searchOrBegin, aiming: searchEnd(null), guided: search({}) },
  aimed: { any: (page, context, aim) => ({ aim, ...(aim && snap(page, context, "peek")) }) },
  ended: {
    // The position may come when the visitor has gone on.
    any: (page, context, end, which) =>
      aimOf(page, context) === which ? setEnd(page, context, end) : {},
  },
  tracked: { any: setTrack },
  planned: {
    any: (page, context, way) => ({
      go: entry(page, context, { way }, { replace: true, flushSync: true }),
    }),
  },
  wayFound: { any: (_page, _context, points) => ({ sight: { to: "showBoth", points } }) },
  moved: { any: move, guided: (_page, _context, area) => ({ area }) },
  crossed: { any: cross("show"), guided: cross("recentre") },
  closed: { any: close },
  nearestFound: { any: lead },
  nearestNamed: { any: (_page, _context, nearest) => ({ nearest }) },
  filtered: { any: filter },
  guided: { any: (_page, _context, guidance) => ({ guidance, isPointing: false }) },
  snapped: { any: snap },
  shown: { any: forgetSnap },
  pointing: { any: setPointing },
  located: { any: locate },
  roughlyLocated: {
    any: (page, _context, rough, view) =>
      page.initial.isNamed ? {} : { rough, ...beginAt(page, view) },
  },
  placed: { any: (page, _context, view) => ({ isPlacing: false, ...beginAt(page, view) }) },
  ready: {
    any: ({ position, initial }, _context, area) => ({
      area,
      isMapReady: true,
      // A view at the visitor is one that they came to.
      ...(position && !initial.isNamed && { view: area.view }),
    }),
  },
};
