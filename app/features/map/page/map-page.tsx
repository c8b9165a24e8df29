import { type ReactNode, type Ref, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { FilterChips } from "#app/features/map/list/filter-chips.tsx";
import type { MapHandle } from "#app/features/map/live/map-canvas.tsx";
import type { ChosenMarker } from "#app/features/map/live/map-style.ts";
import type { Guidance } from "#app/features/map/live/route.ts";
import type { MapArea } from "#app/features/map/map-area.ts";
import {
  controlsHeight,
  coveredTop,
  isWideLayout,
  neighbourSnap,
  sheetHeights,
  useSheetSnap,
} from "#app/features/map/sheet-layout.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { reportFailedLoad } from "#app/network/offline-detection.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import type { RoughPosition } from "#app/ui/find-position.ts";
import { PageTitle } from "#app/ui/page-title-and-main.tsx";
import { useNow } from "#app/ui/use-now.ts";
import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import { isInBoundingBox } from "#domain/geography/bounding-box.ts";
import { type Coordinates, formatCoordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { type MapPageQuery, mapPageSearch } from "#domain/map/map-page-query.ts";
import { formatMapView, type MapView } from "#domain/map/map-view.ts";
import { boundsOfView } from "#domain/map/view-of-box.ts";
import type { Place } from "#domain/place/place.ts";
import { ChosenNotice } from "./chosen-notice.tsx";
import "./map-page.css";
import { filterSearch } from "#app/features/map/list/nearby-list-query.ts";
import { NearbyPlaces } from "#app/features/map/list/nearby-places.tsx";
import { NearestButton } from "#app/features/map/list/nearest-button.tsx";
import type { NearestFind } from "#app/features/map/list/nearest-result.tsx";
import { useNearbyPlaces } from "#app/features/map/list/use-nearby-places.ts";
import {
  type MapPageData,
  useChosen,
  useChosenMarker,
  useMapUrl,
  useReloadAfterWrite,
} from "#app/features/map/map-page-state.ts";
import { MapStage } from "#app/features/map/page/map-stage.tsx";
import {
  MapSheet,
  SkipMapLink,
  useEscapeKey,
  usePanelFocus,
  useReveal,
} from "#app/features/map/sheet/map-sheet.tsx";
import { useMapSupport } from "#app/features/map/use-map-support.ts";
import { initialView, surroundingsOf } from "#domain/map/initial-view.ts";
import { useFirstPosition, useOwnView, viewOfCircle } from "./use-first-position.ts";
import { useShowFound } from "./use-show-found.ts";

/** Distance below which a visitor is still at the same place, as far as lists are concerned. */
const sameSpotMeters = 25;

/** Zoom from which a press on the map says where the visitor is, to some 60 m; below it the press zooms in. */
const leastPointZoom = 13;

/** Zoom steps of such a press. */
const pointZooms = 3;

const noPlaces: readonly Place[] = [];

/** Properties of the chosen place's panel. */
export interface PanelProps {
  place: Place;
  now: Date;
  /** The visitor's position; null while it is unknown. */
  position: Coordinates | null;
  /** Straight, from the visitor's position. */
  distanceMeters: number | null;
  /** Whether the visitor filters for places without steps. */
  filtersAccessible: boolean;
  onPosition: (position: Coordinates) => void;
  /** Called with what the map shows of a guided visitor; null when the guidance has ended. */
  onGuidance: (guidance: Guidance | null) => void;
  /** Where the distance is counted from, where the big button led here without a position; null else. */
  measured: ReactNode;
  /** The big button's other place, where it led here. */
  beside: ReactNode;
  /** The places of the list beside the map, which has the same titles. */
  listed: readonly Place[];
  query: MapPageQuery;
  /** Takes the focus when the place is chosen. */
  title: Ref<HTMLHeadingElement>;
  /** The page's URL with another place chosen. */
  placeHref: (id: number) => string;
  /** The page's URL without a chosen place. */
  closeHref: string;
  onClose: () => void;
  /** Called when the place was deleted: closes its panel, and loads list and map again. */
  onGone: () => void;
}

/** Properties of the panel of a place of which the page has the marker only. */
interface MarkedPanelProps extends Pick<PanelProps, "distanceMeters" | "closeHref" | "onClose"> {
  marker: ChosenMarker;
}

interface MapPageProps {
  data: MapPageData;
  /** Whether the page is about to open another URL: then it starts no live map. */
  isRedirecting: boolean;
  /** The operator's start view; null where none is set. */
  startView: MapView | null;
  /** The menu button. */
  menu: ReactNode;
  /** Whose map it is. */
  siteName: ReactNode;
  /** The search for a place; results near a point come first. */
  renderSearch: (props: {
    near: Coordinates;
    onFound: (found: GeoAddress) => void;
    onPlace: (id: number) => void;
    onNearest: () => void;
  }) => ReactNode;
  /** The panel of the chosen place. */
  renderPanel: (props: PanelProps) => ReactNode;
  /** The panel of a pressed marker's place until that is loaded. */
  renderMarkedPanel: (props: MarkedPanelProps) => ReactNode;
  /** Called when the live map has loaded: then further chunks can load. */
  onMapReady: () => void;
}

/**
 * The map page: the map, the filters, the nearest place, and beside it the places in view or the chosen one.
 *
 * A tap on a marker, from here: `PlaceMap` finds the marker under the finger, and `onChoose` stores it as
 * `pressed`. `choose` pushes the place's URL as a history entry, and `useChosen` has in the same frame what
 * the page knows of the place: the whole where a list brought it (`renderPanel`), else its marker, with the
 * opening status and the position (`renderMarkedPanel`). The map shows the marker as chosen and moves it out
 * from under the sheet. Meanwhile the router runs the `clientLoader` of `app/routes/map.tsx`, which fetches
 * the place from the API; with the response the panel is complete, and its title takes the focus.
 *
 * Back and Forward bring a URL with or without a place, and the same `clientLoader` runs. A page that is
 * opened with a place in its URL, or without script, has it from the route's `loader`.
 */
export function MapPage(props: MapPageProps) {
  const { data, menu, renderSearch, renderPanel, renderMarkedPanel, onMapReady } = props;
  const { t } = useTranslation();
  const now = useNow(data.renderedAt);
  const map = useRef<MapHandle>(null);
  const navigate = useNavigate();
  const { query, pendingPlace, setView, choose, search, toggle, close } = useMapUrl(
    data.query,
    (entry) => {
      if (guidance) return map.current?.recentre();
      // The view of the entry shows its place.
      if (entry.place !== null) flownTo.current = entry.place;
      map.current?.show(entry.view ?? initial.view);
    },
  );
  const [initial, setInitial] = useState(() =>
    initialView(data.query.view, coordinatesOf(data), props.startView),
  );
  const [isPlacing, setIsPlacing] = useState(false);
  const support = useMapSupport(props.isRedirecting, isPlacing);
  const [area, setArea] = useState<MapArea | null>(null);
  const [position, setPosition] = useState<Coordinates | null>(null);
  const [rough, setRough] = useState<RoughPosition | null>(null);
  const [pointed, setPointed] = useState<Coordinates | null>(null);
  /** Whether the next press on the map says where the visitor is. */
  const [isPointing, setIsPointing] = useState(false);
  const [lastFind, setLastFind] = useState<NearestFind | null>(null);
  const [nearest, setNearest] = useState<Coordinates | null>(null);
  const [nearestSearches, setNearestSearches] = useState(0);
  const [guidance, setGuidance] = useState<Guidance | null>(null);
  const searched = useRef<string>(null);
  const places = useNearbyPlaces({
    isPaused: guidance !== null,
    isSilent: (pendingPlace ?? query.place) !== null,
    found: searched,
    data,
    query,
    area,
    initialView: initial.view,
    position,
  });
  const ownPending = places.list?.own_pending ?? noPlaces;
  const listed = places.list?.places ?? noPlaces;
  const nameOf = usePlaceTitles(listed, false);
  const found = useRef<Place | null>(null);
  const flownTo = useRef<number | null>(null);
  const [pressed, setPressed] = useState<ChosenMarker | null>(null);
  const { choice, placeId, retry } = useChosen(data, {
    pendingPlace,
    pressed,
    listed(id) {
      // A page that redirects is about to be drawn anew: what is pressed in its panel would be lost.
      if (props.isRedirecting) return undefined;
      const known = [found.current, ...ownPending, ...listed];
      return known.find((place) => place?.id === id) ?? undefined;
    },
  });
  const place = choice.kind === "place" ? choice.place : null;
  const find = lastFind?.place.id === place?.id ? lastFind : null;
  const marker = choice.kind === "loading" ? choice.marker : null;
  // Pictures do not follow a walker: then the steps are more important than the map, and so is a warning.
  const isMapFirst = guidance !== null && !guidance.hasWarning && support !== "none";
  const [snap, setSnap] = useSheetSnap(placeId, isMapFirst);
  const title = usePanelFocus(placeId, place !== null, map);
  const chosen = useChosenMarker(choice, now);
  const placeHref = (id: number | null) => `/${mapPageSearch({ ...query, place: id })}`;
  const closing = { closeHref: placeHref(null), onClose: close };
  const metersTo = ({ coordinates }: Pick<Place, "coordinates">) =>
    position && distanceMeters(position, coordinates);

  const covered = () =>
    isWideLayout()
      ? { top: 0, bottom: 0 }
      : {
          top: controlsHeight(innerHeight),
          bottom: sheetHeights(innerHeight, guidance !== null)[snap === "peek" ? "peek" : "half"],
        };
  /** The part covered when a place has been chosen: the sheet comes up on a phone. */
  const coveredByChoice = () => {
    const heights = sheetHeights(innerHeight);
    const bottom = isWideLayout() ? 0 : heights.half;
    return { top: coveredTop(), bottom };
  };
  useReveal(chosen, map, flownTo);
  // Escape does not end the guidance: one key must not lose the route.
  const isClosable = placeId !== null && guidance === null;
  useEscapeKey(() => {
    if (isPointing) setIsPointing(false);
    else if (isClosable) close();
    else setSnap(neighbourSnap(snap, -1));
  });

  const reload = () => {
    places.retry();
    map.current?.reloadPlaces();
  };
  useReloadAfterWrite(data, reload);

  const { longitude, latitude } = area?.view ?? initial.view;
  const { show, showAwaited, last } = useShowFound(map, searched, {
    onView: (view) => search(view, guidance !== null),
    showWithoutMap: (view) => setArea({ view, size: { width: innerWidth, height: innerHeight } }),
  });
  /** What was searched for, while the map shows it. */
  const standIn = () => {
    const shown = area ?? { view: initial.view, size: { width: innerWidth, height: innerHeight } };
    const bounds = boundsOfView(shown.view, shown.size);
    return last.current && isInBoundingBox(last.current.coordinates, bounds) ? last.current : null;
  };

  const movePosition = (next: Coordinates) => {
    if (position && distanceMeters(position, next) < sameSpotMeters) return;
    setPosition(next);
    if (position || initial.isNamed) return;
    // The live map that is there already goes to the visitor by itself.
    if (area && support === "live" && !rough) return;
    goToVisitor(surroundingsOf(next));
    setIsPlacing(true);
  };
  useOwnView(isPlacing ? position : null, places, (view) => {
    setIsPlacing(false);
    goToVisitor(view);
  });
  const goToVisitor = (view: MapView) => {
    if (area) map.current?.begin(view);
    else setInitial({ ...initial, view });
  };

  const showRough = (next: RoughPosition) => {
    if (initial.isNamed) return;
    setRough(next);
    goToVisitor(viewOfCircle(next));
  };
  const takePoint = (at: Coordinates) => {
    if (!isPointing) return false;
    const { zoom } = area?.view ?? initial.view;
    if (zoom < leastPointZoom) {
      const [east, north] = at;
      goToVisitor({ longitude: east, latitude: north, zoom: zoom + pointZooms });
      return true;
    }
    setIsPointing(false);
    setPosition(at);
    setPointed(at);
    setNearestSearches(nearestSearches + 1);
    return true;
  };

  const mayLocate = useFirstPosition(movePosition, showRough, props.isRedirecting);
  const awaitedSight = useRef<(() => void) | null>(null);
  const goTo = (find: NearestFind) => {
    const { place: next, from } = find;
    found.current = next;
    flownTo.current = next.id;
    setLastFind(find);
    choose(next.id);
    setSnap("half");
    const show = () => map.current?.showBoth(next.coordinates, from, coveredByChoice());
    // A map that is still loading goes there as soon as it is ready.
    if (map.current) requestAnimationFrame(show);
    else awaitedSight.current = show;
  };

  return (
    <main
      id="main"
      tabIndex={-1}
      className="map-page"
      data-guiding={guidance ? "" : undefined}
      data-chosen={placeId === null ? undefined : ""}
    >
      <PageTitle screen={place ? nameOf(place).whole : undefined} />
      <h1 className="sr-only">{t("map.heading")}</h1>
      <div className="map-stage" data-pointing={isPointing || undefined}>
        <SkipMapLink />
        <NearestButton
          position={position}
          rough={rough}
          onPosition={movePosition}
          isPointing={isPointing}
          onPointing={(next) => {
            setIsPointing(next);
            setSnap("peek");
          }}
          onList={() => setSnap("half")}
          standIn={standIn}
          query={query}
          searches={nearestSearches}
          onBest={setNearest}
          onFound={goTo}
        />
        <MapStage
          map={map}
          initial={initial}
          isPlacing={isPlacing}
          nearest={nearest}
          query={query}
          hrefOf={(other) => `/${mapPageSearch(other)}`}
          area={area}
          view={area?.view ?? initial.view}
          support={support}
          filterSearch={filterSearch(query)}
          chosen={chosen}
          ownPending={ownPending}
          listed={listed}
          guidance={guidance}
          covered={covered}
          onReady={(next) => {
            setArea(next);
            // A view at the visitor is one that they came to.
            if (position && !initial.isNamed) setView(next.view);
            if (place && awaitedSight.current) awaitedSight.current();
            else if (place) map.current?.reveal(place.coordinates);
            awaitedSight.current = null;
            showAwaited();
            onMapReady();
          }}
          onMoveEnd={(next) => {
            const shown = area?.view ?? initial.view;
            const hasMoved = formatMapView(next.view) !== formatMapView(shown);
            // A walker's position does not belong in the URL.
            if (hasMoved && !guidance) setView(next.view);
            setArea(next);
          }}
          mayLocate={mayLocate}
          position={position}
          rough={rough}
          pointed={pointed}
          takePoint={takePoint}
          onChoose={(next) => {
            if (guidance) return;
            setPressed(next);
            choose(next.id);
          }}
          onLongPress={(at) => {
            if (!guidance) void navigate(`/places?add=1&at=${formatCoordinates(at)}`);
          }}
          onPosition={movePosition}
          onLoadFailure={reportFailedLoad}
        />
        <div className="map-top">
          {menu}
          <search className="map-search noscript:hidden" onFocus={() => setSnap("peek")}>
            {renderSearch({
              near: [longitude, latitude],
              onFound: show,
              onPlace: (id) => guidance === null && choose(id),
              onNearest: () => guidance === null && setNearestSearches(nearestSearches + 1),
            })}
          </search>
          <FilterChips query={query} onToggle={toggle} />
        </div>
      </div>
      <MapSheet
        label={t(placeId === null ? "map.sheet.list" : "map.sheet.place")}
        snap={snap}
        onSnap={setSnap}
        placeId={placeId}
        isGuiding={guidance !== null}
        siteName={props.siteName}
      >
        {choice.kind === "none" && (
          <NearbyPlaces
            query={query}
            places={places}
            hasPosition={position !== null}
            near={position ?? [longitude, latitude]}
            now={now}
          />
        )}
        {choice.kind === "place" &&
          renderPanel({
            place: choice.place,
            now,
            position,
            distanceMeters: metersTo(choice.place),
            filtersAccessible: query.filters.accessible,
            onPosition: movePosition,
            onGuidance: setGuidance,
            measured: find?.measured ?? null,
            beside: find?.beside ?? null,
            listed,
            query,
            title,
            placeHref,
            ...closing,
            onGone: () => {
              close();
              reload();
            },
          })}
        {marker &&
          renderMarkedPanel({
            marker,
            distanceMeters: metersTo(marker),
            ...closing,
          })}
        {choice.kind !== "none" && choice.kind !== "place" && !marker && (
          <ChosenNotice kind={choice.kind} {...closing} onRetry={retry} />
        )}
      </MapSheet>
    </main>
  );
}

function coordinatesOf({ chosen }: MapPageData): Coordinates | null {
  return chosen.kind === "place" ? chosen.place.coordinates : null;
}
