import { setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import type { RoughPosition } from "#app/ui/find-position.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Place } from "#domain/place/place.ts";
import "maplibre-gl/dist/maplibre-gl.css";
import "./map-canvas.css";
import { type BaseMapState, detailAt } from "#app/features/map/base-map/base-map-state.ts";
import { useBaseMap } from "#app/features/map/base-map/use-base-map.ts";
import { useColorTheme } from "#app/features/map/base-map/use-color-theme.ts";
import { type MapArea, raiseCentre } from "#app/features/map/map-area.ts";
import { skipClass, uncoveredMiddle } from "#app/features/map/sheet-layout.ts";
import { storeLastView } from "#app/place/last-view.ts";
import { type InitialView, liveInitialView } from "#domain/map/initial-view.ts";
import { findSplitZoom } from "./cluster-zoom.ts";
import type { ControlTitles } from "./flat-map.ts";
import type { ChosenMarker, LetteredPlace, PressedFeature } from "./map-style.ts";
import { PlaceMap, type PlaceMapOptions } from "./place-map.ts";
import type { Guidance, ShownRoute } from "./route.ts";

const MarkerWalk = lazyComponent(() =>
  import("#app/features/map/live/marker-walk.tsx").then((module) => module.MarkerWalk),
);

/** The live map, as far as the page commands it. */
export type MapHandle = Pick<
  PlaceMap,
  "begin" | "focus" | "recentre" | "reloadPlaces" | "reveal" | "show" | "showBoth"
>;

export interface MapCanvasProps
  extends Pick<
    PlaceMapOptions,
    "covered" | "onMoveEnd" | "onPosition" | "onLoadFailure" | "onLongPress" | "onContextGone"
  > {
  /** Null until the map is created. */
  ref: RefObject<MapHandle | null>;
  /** The initial view; once the map is ready, changes come from the map itself. */
  initial: InitialView;
  filterSearch: string;
  chosen: ChosenMarker | null;
  /** The visitor's own places that wait for acceptance. */
  ownPending?: readonly Place[];
  /** The places whose markers have letters. */
  lettered: readonly LetteredPlace[];
  /** Null while the visitor is not guided. */
  guidance: Guidance | null;
  /** A way and its places; null, or absent, without one. */
  way?: ShownWay | null;
  /** Whether the control for the visitor's position may start by itself; undefined where there is none. */
  mayLocate: boolean | undefined;
  /** The visitor's position; null while it is unknown. */
  position: Coordinates | null;
  /** The circle in which the visitor is, while no more is known; null else. */
  rough?: RoughPosition | null;
  /** Where the visitor has said to be; null where they have not. */
  pointed?: Coordinates | null;
  /** Called first with the point of each press; true where the page has taken it. */
  takePoint?: (at: Coordinates) => boolean;
  /** Whether the map is in a frame on another site's page, which scrolls around it. */
  isInFrame?: boolean;
  onChoose: (marker: ChosenMarker) => void;
  /** Called when the base map is known, before anything is drawn. */
  onBaseMap: (baseMap: BaseMapState) => void;
  /** Called when the map has drawn its first picture. */
  onReady: (area: MapArea) => void;
}

/** A way on the map: its line, and its places as they are when one passes them. */
export interface ShownWay {
  readonly route: ShownRoute;
  /** Null while there is no more than an end: then the map shows all places. */
  readonly passed: readonly Place[] | null;
}

const noPlaces: readonly Place[] = [];

/** The live map. Only this module imports MapLibre, so load it lazily. */
export function MapCanvas(props: MapCanvasProps) {
  const { t, i18n } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const map = useRef<PlaceMap>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const { baseMap, fallBack } = useBaseMap();
  const { language } = i18n;
  const { filterSearch, chosen, ownPending = noPlaces, guidance, mayLocate, initial } = props;
  const hasOwnPosition = mayLocate !== undefined;
  const [isFollowing, setIsFollowing] = useState(true);
  const [isNorthUp, setIsNorthUp] = useState(false);
  const { lettered, way } = props;
  const route = guidance ? guidance.route : (way?.route ?? null);
  const passed = way?.passed ?? null;
  const marked = { filterSearch, chosen, ownPending, passed, lettered, route };
  const appearance = { theme: useColorTheme(), language, ...marked };
  const titles = useRef<ControlTitles>({});
  const { isInFrame = false } = props;
  titles.current = {
    "Map.Title": t("map.canvas"),
    "AttributionControl.ToggleAttribution": t("map.attribution"),
    "GeolocateControl.FindMyLocation": t("map.position.find"),
    "GeolocateControl.LocationNotAvailable": t("map.position.unavailable"),
    "NavigationControl.ZoomIn": t("map.zoomIn"),
    "NavigationControl.ZoomOut": t("map.zoomOut"),
    ...(isInFrame && {
      "CooperativeGesturesHandler.WindowsHelpText": t("embed.gestures.control"),
      "CooperativeGesturesHandler.MacHelpText": t("embed.gestures.command"),
      "CooperativeGesturesHandler.MobileHelpText": t("embed.gestures.fingers"),
    }),
  };

  // The map is created once its base map is known, and again where that cannot be drawn; the effects below
  // update it.
  useEffect(() => {
    if (!container.current || !baseMap) return;
    setWorkerUrl(workerUrl);
    const element = container.current;
    const { initial, covered, onBaseMap, onLongPress } = latest.current;
    onBaseMap(baseMap);
    const { longitude, latitude } = initial.view;
    const detail = detailAt(baseMap, [longitude, latitude]);
    const raisedPixels = initial.isRaised ? -uncoveredMiddle(covered()) : 0;
    const start = performance.now();
    const made = new PlaceMap({
      container: element,
      baseMap,
      view: raiseCentre(liveInitialView(initial, detail), raisedPixels),
      keepsView: initial.isNamed,
      hasOwnPosition,
      isInFrame,
      appearance,
      titles: titles.current,
      covered: () => latest.current.covered(),
      onState: (state) => {
        if (element.dataset.mapState !== state) element.dataset.mapState = state;
        if (state !== "idle") return;
        // A default view is not a choice.
        if (initial.isNamed && hasOwnPosition) storeLastView(made.area.view);
        latest.current.onReady(made.area);
      },
      onMoveEnd: (area) => {
        // A frame on another site keeps nothing.
        if (hasOwnPosition) storeLastView(area.view);
        latest.current.onMoveEnd(area);
      },
      onPosition: (position) => latest.current.onPosition(position),
      takePoint: (at) => latest.current.takePoint?.(at) ?? false,
      onFollowingChange: setIsFollowing,
      onLoadFailure: () => latest.current.onLoadFailure(),
      onStyleFailure: fallBack,
      onContextGone: () => latest.current.onContextGone(),
      onPress: (feature) => void press(feature, made),
      onLongPress: onLongPress && ((at) => latest.current.onLongPress?.(at)),
    });
    performance.measure("map creation", { start });
    const handle = latest.current.ref;
    handle.current = map.current = made;
    return () => {
      map.current = null;
      // The pictures that take the place of the map have theirs there already.
      if (handle.current === made) handle.current = null;
      made.remove();
    };
  }, [baseMap]);

  const press = async (feature: PressedFeature, on: PlaceMap) => {
    if (feature.kind === "place") return latest.current.onChoose(feature.marker);
    const { coordinates } = feature;
    const zoom = await findSplitZoom(coordinates, on.tileZoom, latest.current.filterSearch);
    on.flyTo(coordinates, zoom);
  };

  useEffect(() => map.current?.begin(initial.view), [initial]);
  useEffect(() => {
    if (mayLocate) map.current?.showOwnPosition(props.position, Boolean(props.rough));
  }, [mayLocate, baseMap]);
  useEffect(() => {
    if (props.pointed) map.current?.point(props.pointed);
  }, [props.pointed, baseMap]);
  useEffect(() => map.current?.update(appearance));
  useEffect(() => map.current?.guide(guidance, isNorthUp), [guidance, isNorthUp, baseMap]);
  // A notice may have been there before the map.
  useEffect(
    () => (chosen ? map.current?.revealUnder(findNotices(), chosen.coordinates) : undefined),
    [baseMap],
  );
  useEffect(() => (chosen ? keepUncovered(chosen.coordinates, map) : undefined), [chosen]);
  // The titles change with the language.
  useEffect(() => map.current?.retitle(titles.current), [language]);

  return (
    <div className="map-canvas absolute inset-0" data-theme={appearance.theme}>
      {!guidance && <MarkerWalkEntry map={map} chosen={chosen} onPress={press} />}
      <div ref={container} className="h-full w-full" data-map-state="loading" />
      <div className="map-crosshair" aria-hidden="true" />
      {guidance?.route?.kind === "route" && guidance.heading !== null && (
        <IconButton
          variant="floating"
          icon="compass"
          className={joinClasses("map-north", isNorthUp && "bg-brand! text-on-brand!")}
          label={t("map.northUp")}
          aria-pressed={isNorthUp}
          onClick={() => setIsNorthUp(!isNorthUp)}
        />
      )}
      {!isFollowing && (
        <Button
          variant="floating"
          icon="locate-fixed"
          className="map-recentre"
          onClick={() => map.current?.recentre()}
        >
          {t("map.recentre")}
        </Button>
      )}
    </div>
  );
}

interface MarkerWalkEntryProps {
  map: RefObject<PlaceMap | null>;
  chosen: ChosenMarker | null;
  onPress: (feature: PressedFeature, on: PlaceMap) => void;
}

/**
 * The way into the walk from marker to marker (docs/product#markers-in-reading-order), visible while it has
 * the focus. A place that was chosen there gives the focus back to it, and the walk continues from the place.
 */
function MarkerWalkEntry({ map, chosen, onPress }: MarkerWalkEntryProps) {
  const { t } = useTranslation();
  const [walking, setWalking] = useState<PlaceMap | null>(null);
  const [last, setLast] = useState<number | null>(null);
  return (
    <>
      <button
        type="button"
        className={skipClass}
        tabIndex={walking ? -1 : 0}
        data-map-walk=""
        data-place={last ?? undefined}
        onClick={() => setWalking(map.current)}
        onFocus={() => last !== null && setWalking(map.current)}
      >
        {t("map.walk")}
      </button>
      {walking && (
        <ChunkBoundary fallback={null}>
          <MarkerWalk
            map={walking}
            chosen={chosen}
            from={last}
            onPress={(feature) => {
              setLast(feature.kind === "place" ? feature.marker.id : null);
              onPress(feature, walking);
            }}
            onEnd={(isBack) => {
              setWalking(null);
              if (!isBack) return;
              setLast(null);
              walking.focus();
            }}
          />
        </ChunkBoundary>
      )}
    </>
  );
}

/** Notices that are seen: one may be there for browsers without script alone. */
function findNotices(): Element[] {
  const notices = [...document.querySelectorAll("[data-map-notice]")];
  return notices.filter((notice) => notice.getClientRects().length > 0);
}

/** Moves the map when a new notice covers the chosen place's marker; returns a function that stops it. */
function keepUncovered(coordinates: Coordinates, map: RefObject<PlaceMap | null>): () => void {
  let shown = findNotices().length;
  const observer = new MutationObserver(() => {
    const notices = findNotices();
    const isNew = notices.length > shown;
    shown = notices.length;
    if (isNew) map.current?.revealUnder(notices, coordinates);
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["class"],
  });
  return () => observer.disconnect();
}
