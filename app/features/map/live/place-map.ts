import {
  addProtocol,
  type GeoJSONSource,
  type Map as MapLibreMap,
  NavigationControl,
  type StyleSpecification,
  type VectorTileSource,
} from "maplibre-gl";
import { type BaseMap, detailAt } from "#app/features/map/base-map/base-map-state.ts";
import type { MapArea } from "#app/features/map/map-area.ts";
import {
  type CoveredPixels,
  coveredTop,
  markerPixels,
  uncoveredMiddle,
} from "#app/features/map/sheet-layout.ts";
import { isRough } from "#app/ui/find-position.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { ownZoomOn, streetPlaceZoom } from "#domain/map/initial-view.ts";
import { mapThemes } from "#domain/map/map-palettes.ts";
import type { MapView } from "#domain/map/map-view.ts";
import { inReadingOrder, nearestMarker } from "#domain/map/reading-order.ts";
import {
  addCredits,
  bottomControlsHeight,
  type ControlTitles,
  createFlatMap,
  foldCredits,
  isLoadFailure,
  onMapIdle,
  watchContext,
  watchStyle,
} from "./flat-map.ts";
import {
  chosenFeatures,
  chosenSource,
  letteredLayers,
  letters,
  type MapAppearance,
  mapStyle,
  middleOfMarker,
  nearestFeature,
  ownPendingSource,
  type PressedFeature,
  placeSource,
  placeTiles,
  type ShownMarker,
  shownMarkers,
  tiledLayers,
  tiledVisibility,
  untiledFeatures,
} from "./map-style.ts";
import {
  createClusterImage,
  createMarkerImage,
  createPendingIcon,
  parseClusterImageName,
  parseMarkerImageName,
  pendingIconName,
  type SharpImage,
} from "./markers.ts";
import { OwnPositionControl } from "./own-position-control.ts";
import { PlaceTiles, placeTileScheme } from "./place-tiles.ts";
import { type Guidance, routeFeatures, routeSource } from "./route.ts";
import { WalkerCamera } from "./walker-camera.ts";

export interface PlaceMapOptions {
  container: HTMLElement;
  baseMap: BaseMap;
  view: MapView;
  /** Whether finding the visitor's position leaves the view as it is. */
  keepsView: boolean;
  /** Whether the map has a control for the visitor's position. */
  hasOwnPosition: boolean;
  /** Whether one finger and the wheel alone scroll the page around the map. */
  isInFrame: boolean;
  appearance: MapAppearance;
  titles: ControlTitles;
  /** Parts of the map that are covered now. */
  covered: () => CoveredPixels;
  onState: (state: "loading" | "moving" | "idle") => void;
  onMoveEnd: (area: MapArea) => void;
  onPress: (feature: PressedFeature) => void;
  /** Called for a long press, or a right click, beside the markers; absent where the map has no use for it. */
  onLongPress?: (at: Coordinates) => void;
  onPosition: (position: Coordinates) => void;
  /** Called first with the point of each press; true where the page has taken it. */
  takePoint: (at: Coordinates) => boolean;
  /** Called when the map stops or starts following the guided visitor; true without guidance. */
  onFollowingChange: (isFollowing: boolean) => void;
  /** Called when tiles or the base map could not be loaded; the shown part stays. */
  onLoadFailure: () => void;
  /** Called when the map cannot draw this base map. */
  onStyleFailure: () => void;
  /** Called when the map can draw no more: its drawing context is gone. */
  onContextGone: () => void;
}

/** Selectors of elements with a title, and MapLibre's keys of the titles. */
const titledControls = [
  [".maplibregl-ctrl-zoom-in", "NavigationControl.ZoomIn"],
  [".maplibregl-ctrl-zoom-out", "NavigationControl.ZoomOut"],
  [".maplibregl-ctrl-geolocate:enabled", "GeolocateControl.FindMyLocation"],
  [".maplibregl-ctrl-geolocate:disabled", "GeolocateControl.LocationNotAvailable"],
  [".maplibregl-ctrl-attrib-button", "AttributionControl.ToggleAttribution"],
  [".maplibregl-canvas", "Map.Title"],
] as const;

/** Free margin beside two points that are shown together: at the sides as wide as a control. */
const edgePixels = { x: 80, y: 12 };
/** Minimum height for two points that are shown together, however much is covered. */
const leastFreePixels = 24;
/** Least height of a marker's tip above what is covered below: the credits are in between. */
const lowestTipPixels = 56;
/** Maximum distance of a marker from a press. */
const pressReachPixels = 14;
/** Time of a long press. */
const longPressMs = 600;
/** Movement up to which a press is held still. */
const stillPixels = 8;
/** Maximum distance of a marker from the middle for the Enter key. */
const enterReachPixels = 48;

/**
 * The live map: MapLibre with the product's style, markers and controls; the page sets what to show, and it
 * reports presses.
 */
export class PlaceMap {
  readonly #map: MapLibreMap;
  readonly #options: PlaceMapOptions;
  readonly #position: OwnPositionControl;
  readonly #walker: WalkerCamera;
  #appearance: MapAppearance;
  #isLoaded = false;
  /** Whether the map was at rest once. */
  #isDrawn = false;
  /** Whether the page moves it to where it begins, which is no move of the visitor's. */
  #isBeginning = false;
  readonly #endWatch: () => void;

  constructor(options: PlaceMapOptions) {
    this.#options = options;
    this.#appearance = options.appearance;
    const tiles = new PlaceTiles({
      isHidden: () => document.hidden,
      onLoadFailure: options.onLoadFailure,
    });
    addProtocol(placeTileScheme, ({ url }, { signal }) => tiles.load(url, signal));
    const { container, view, titles, appearance, baseMap } = options;
    this.#map = createFlatMap({
      isForeign: baseMap.isForeign,
      container,
      view,
      titles,
      cooperativeGestures: options.isInFrame,
      style: this.#style(appearance),
      createImage: createMarkerOrIcon,
    });
    this.#endWatch = watchContext(this.#map, options.onContextGone);
    this.#position = new OwnPositionControl({
      keepsView: options.keepsView,
      zoomAt: (position) => ownZoomOn(detailAt(baseMap, position)),
    });
    this.#walker = new WalkerCamera(this.#map, options);
    this.#addControls();
    this.#listen();
  }

  /** Begins at another view: at once while nothing is drawn yet. It keeps following the visitor. */
  begin({ longitude, latitude, zoom }: MapView): void {
    const view = { center: [longitude, latitude] as [number, number], zoom };
    if (this.#isDrawn) return void this.#map.easeTo(view, { geolocateSource: true });
    this.#isBeginning = true;
    this.#map.jumpTo(view);
    this.#isBeginning = false;
  }

  /** Updates the map to a changed theme, filters or chosen place. */
  update(appearance: MapAppearance): void {
    const previous = this.#appearance;
    this.#appearance = appearance;
    if (!this.#isLoaded) return;
    if (appearance.theme !== previous.theme || appearance.language !== previous.language) {
      this.#map.setStyle(this.#style(appearance), {
        diff: true,
        validate: this.#options.baseMap.isForeign ?? false,
      });
      return;
    }
    if (appearance.filterSearch !== previous.filterSearch) {
      this.#source<VectorTileSource>(placeSource)?.setTiles([placeTiles(appearance)]);
    }
    if (appearance.chosen !== previous.chosen) {
      this.#source<GeoJSONSource>(chosenSource)?.setData(chosenFeatures(appearance.chosen));
    }
    const lettered = letters(appearance.lettered);
    if (String(lettered) !== String(letters(previous.lettered))) {
      for (const layer of letteredLayers) {
        this.#map.setLayoutProperty(layer, "text-field", lettered);
      }
    }
    if (appearance.ownPending !== previous.ownPending || appearance.passed !== previous.passed) {
      this.#source<GeoJSONSource>(ownPendingSource)?.setData(untiledFeatures(appearance));
    }
    if (tiledVisibility(appearance) !== tiledVisibility(previous)) {
      for (const layer of tiledLayers) {
        this.#map.setLayoutProperty(layer, "visibility", tiledVisibility(appearance));
      }
    }
    if (appearance.route !== previous.route) {
      this.#source<GeoJSONSource>(routeSource)?.setData(routeFeatures(appearance.route));
    }
  }

  /** Moves the map just enough that a place is neither covered nor at the edge; after a flight that goes on. */
  reveal(coordinates: Coordinates): void {
    this.#onceStill(() => this.#reveal(coordinates));
  }

  /** Moves the map where an element that floats on it covers the marker of a place. */
  revealUnder(floating: readonly Element[], coordinates: Coordinates): void {
    this.#onceStill(() => {
      if (this.#isCovered(coordinates, floating)) this.#reveal(coordinates);
    });
  }

  /** Calls back at once, or where a flight ends: on the way a place is elsewhere than it will be. */
  #onceStill(act: () => void): void {
    if (this.#map.isMoving()) this.#map.once("moveend", act);
    else act();
  }

  #reveal(coordinates: Coordinates): void {
    const { clientWidth, clientHeight } = this.#options.container;
    const { x, y } = this.#map.project([...coordinates]);
    const covered = this.#options.covered();
    const seen = { top: Math.max(128, coveredTop()), bottom: covered.bottom };
    const isLow = y > seen.top && y < clientHeight - seen.bottom - 24;
    const isVisible = x > 32 && x < clientWidth - 32 && isLow;
    if (isVisible) return;
    const lowest = clientHeight / 2 - covered.bottom - lowestTipPixels;
    const offset = Math.min(uncoveredMiddle(seen), lowest);
    this.#map.easeTo({ center: [...coordinates], offset: [0, offset] });
  }

  #isCovered(coordinates: Coordinates, floating: readonly Element[]): boolean {
    const { left, top } = this.#options.container.getBoundingClientRect();
    const { x, y } = this.#map.project([...coordinates]);
    return Array.from(floating, (element) => element.getBoundingClientRect()).some(
      (box) =>
        left + x > box.left - markerPixels.width / 2 &&
        left + x < box.right + markerPixels.width / 2 &&
        top + y > box.top &&
        top + y - markerPixels.height < box.bottom,
    );
  }

  /** Flies to a point, to a minimum zoom. */
  flyTo(coordinates: Coordinates, zoom: number): void {
    this.#fly(coordinates, Math.max(zoom, this.#map.getZoom()));
  }

  /** Flies to a view of both the place and the visitor, in the part that `covered` leaves free. */
  showBoth(place: Coordinates, from: Coordinates, { top, bottom }: CoveredPixels): void {
    this.#position.stopFollowing();
    this.#walker.stopFollowing();
    foldCredits(this.#map);
    const { clientHeight } = this.#options.container;
    const lowest = bottom + Math.max(edgePixels.y, bottomControlsHeight(this.#map));
    const free = Math.max(leastFreePixels, clientHeight - top - edgePixels.y - lowest);
    const highest = clientHeight - lowest - free;
    this.#map.fitBounds(
      [
        [Math.min(place[0], from[0]), Math.min(place[1], from[1])],
        [Math.max(place[0], from[0]), Math.max(place[1], from[1])],
      ],
      {
        padding: {
          top: Math.max(0, highest),
          bottom: lowest,
          left: edgePixels.x,
          right: edgePixels.x,
        },
        maxZoom: Math.max(streetPlaceZoom, this.#map.getZoom()),
        maxDuration: 2000,
      },
    );
  }

  /** Flies to a view, from near or far. */
  show({ longitude, latitude, zoom }: MapView): void {
    this.#fly([longitude, latitude], zoom);
  }

  /**
   * Shows the visitor's position from now on; the browser has given its permission already.
   *
   * @param visitor the position that is known; null without
   * @param isRough whether the map shows the circle in which the visitor is
   */
  showOwnPosition(visitor: Coordinates | null, isRough: boolean): void {
    const begin = () => this.#position.begin(visitor, isRough);
    if (this.#isLoaded) begin();
    else this.#map.once("load", begin);
  }

  /** Shows where the visitor has said to be. */
  point(at: Coordinates): void {
    if (this.#isLoaded) this.#position.point(at);
    else this.#map.once("load", () => this.#position.point(at));
  }

  /** Follows a guided walker, turned as the walker goes unless north is to be up; null ends it. */
  guide(guidance: Guidance | null, isNorthUp: boolean): void {
    if (guidance && !this.#position.guide) this.#position.stopFollowing();
    this.#position.guide = guidance && (() => this.#walker.recentre());
    this.#walker.setNorthUp(isNorthUp);
    this.#walker.follow(guidance);
  }

  /** Returns to the walker. */
  recentre(): void {
    this.#walker.recentre();
  }

  #fly(coordinates: Coordinates, zoom: number): void {
    this.#position.stopFollowing();
    this.#walker.stopFollowing();
    const center: [number, number] = [...coordinates];
    this.#map.flyTo({ center, zoom, offset: this.#middleOffset(), maxDuration: 2000 });
  }

  /** Loads the tiles in view again, after a place was changed. */
  reloadPlaces(): void {
    if (this.#isLoaded) this.#map.refreshTiles(placeSource);
  }

  /** Sets the controls' titles in another language. */
  retitle(titles: ControlTitles): void {
    Object.assign(this.#map._locale, titles);
    for (const [selector, key] of titledControls) {
      const element = this.#options.container.querySelector(selector);
      element?.setAttribute("title", titles[key]);
      element?.setAttribute("aria-label", titles[key]);
    }
  }

  focus(): void {
    this.#map.getCanvas().focus({ preventScroll: true });
  }

  remove(): void {
    document.removeEventListener("visibilitychange", this.#onVisibilityChange);
    this.#endWatch();
    this.#map.remove();
  }

  /** The map's view and size. */
  get area(): MapArea {
    const { lng, lat } = this.#map.getCenter().wrap();
    const { clientWidth, clientHeight } = this.#options.container;
    return {
      view: { longitude: lng, latitude: lat, zoom: this.#map.getZoom() },
      size: { width: clientWidth, height: clientHeight },
    };
  }

  /** The markers that are in sight, as a page is read. */
  get markers(): ShownMarker[] {
    const { clientWidth, clientHeight } = this.#options.container;
    const bottom = clientHeight - this.#options.covered().bottom;
    return inReadingOrder(
      shownMarkers(this.#map).filter(
        ({ x, y }) => x >= 0 && x <= clientWidth && y >= 0 && y <= bottom,
      ),
    );
  }

  /** A marker where the map has it now, also while it moves. */
  place(marker: ShownMarker): ShownMarker {
    return { ...marker, ...middleOfMarker(this.#map, marker.coordinates, marker.feature) };
  }

  /**
   * The marker that takes the place of a former one among `markers`; null where there is none. The walk has no
   * import of the rule: it would move into a chunk that the map waits for.
   */
  nearestMarker(former: ShownMarker, markers: readonly ShownMarker[]): ShownMarker | null {
    return nearestMarker(this.place(former), markers);
  }

  /** Zooms in or out around a point. */
  zoomBy(steps: number, around: Coordinates): void {
    this.#map.zoomTo(this.#map.getZoom() + steps, { around: [...around] });
  }

  /** Calls back while the map moves, and when it is idle with everything drawn; returns what ends it. */
  watchMarkers(onMove: () => void, onIdle: () => void): () => void {
    const map = this.#map;
    map.on("move", onMove);
    map.on("idle", onIdle);
    return () => {
      map.off("move", onMove);
      map.off("idle", onIdle);
    };
  }

  /** The zoom of the tiles on screen. */
  get tileZoom(): number {
    return Math.floor(this.#map.getZoom());
  }

  /** Tiles that expired while the page was hidden are renewed when it is visible again. */
  readonly #onVisibilityChange = (): void => {
    if (!document.hidden) this.reloadPlaces();
  };

  /** Updates a map with a loaded style, now and from now on. @param drawn what the style shows */
  #takeUpdates(drawn: MapAppearance): void {
    this.#isLoaded = true;
    const wanted = this.#appearance;
    this.#appearance = drawn;
    this.update(wanted);
  }

  #style(appearance: MapAppearance): StyleSpecification {
    return mapStyle(this.#options.baseMap, appearance);
  }

  #source<Source>(id: string): Source | undefined {
    return this.#map.getSource(id) as Source | undefined;
  }

  /** Offset of the middle of the uncovered part from the window's middle. */
  #middleOffset(): [number, number] {
    return [0, uncoveredMiddle(this.#options.covered())];
  }

  #addControls(): void {
    const { onPosition, hasOwnPosition } = this.#options;
    const position = this.#position;
    position.on("geolocate", ({ coords: { longitude, latitude, accuracy } }) => {
      // The circle around the dot says how rough it is.
      if (!isRough(accuracy)) onPosition([longitude, latitude]);
    });
    // Refused or not found: the control shows it, and the map stays usable.
    position.on("error", () => {});
    addCredits(this.#map, this.#options.baseMap);
    if (hasOwnPosition) this.#map.addControl(position, "bottom-right");
    this.#map.addControl(new NavigationControl({ showCompass: false }), "bottom-right");
  }

  #listen(): void {
    const { onState, onMoveEnd, onPress, onLoadFailure, onStyleFailure, container } = this.#options;
    const map = this.#map;
    document.addEventListener("visibilitychange", this.#onVisibilityChange);
    map.once("load", () => this.#takeUpdates(this.#options.appearance));
    map.on("webglcontextlost", () => {
      const drawn = this.#isLoaded ? this.#appearance : this.#options.appearance;
      this.#isLoaded = false;
      map.once("webglcontextrestored", () =>
        map.once("style.load", () => this.#takeUpdates(drawn)),
      );
    });
    onMapIdle(map, () => {
      this.#isDrawn = true;
      onState("idle");
    });
    map.on("movestart", () => onState("moving"));
    map.on("dataloading", () => onState("loading"));
    map.on("moveend", () => {
      if (!this.#isBeginning) onMoveEnd(this.area);
    });
    watchStyle(map, onStyleFailure);
    map.on("error", ({ error }) => {
      if (isLoadFailure(error)) onLoadFailure();
      else console.error(error);
    });
    map.on("click", ({ point, lngLat }) => {
      const { lng, lat } = lngLat.wrap();
      if (this.#options.takePoint([lng, lat])) return;
      const feature = nearestFeature(map, point, pressReachPixels);
      foldCredits(map);
      if (feature) onPress(feature);
    });
    if (this.#options.onLongPress) this.#listenForLongPress(this.#options.onLongPress);
    map.on("mousemove", ({ point }) => {
      const isOver = nearestFeature(map, point, 2) !== null;
      map.getCanvas().style.cursor = isOver ? "pointer" : "";
    });
    map.getCanvas().addEventListener("keydown", ({ key }) => {
      if (key !== "Enter") return;
      const { longitude, latitude } = this.area.view;
      if (this.#options.takePoint([longitude, latitude])) return;
      const middle = { x: container.clientWidth / 2, y: container.clientHeight / 2 };
      const feature = nearestFeature(map, middle, enterReachPixels);
      if (feature) onPress(feature);
    });
  }

  /** A timer beside the browser's own `contextmenu`, which fingers do not cause everywhere. */
  #listenForLongPress(onLongPress: (at: Coordinates) => void): void {
    const map = this.#map;
    const canvas = map.getCanvasContainer();
    let held: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | null = null;
    const release = () => {
      clearTimeout(held?.timer);
      held = null;
    };
    const press = (x: number, y: number) => {
      release();
      if (nearestFeature(map, { x, y }, pressReachPixels)) return;
      const { lng, lat } = map.unproject([x, y]).wrap();
      onLongPress([lng, lat]);
    };
    canvas.addEventListener("pointerdown", ({ isPrimary, button, clientX: x, clientY: y }) => {
      release();
      if (!isPrimary || button !== 0) return;
      const { left, top } = canvas.getBoundingClientRect();
      held = { timer: setTimeout(press, longPressMs, x - left, y - top), x, y };
    });
    canvas.addEventListener("pointermove", ({ clientX, clientY }) => {
      if (held && Math.hypot(clientX - held.x, clientY - held.y) > stillPixels) release();
    });
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
    map.on("remove", release);
    map.on("contextmenu", ({ point }) => press(point.x, point.y));
  }
}

/** Image of a marker, of a cluster's disc, or of the icon on it, by its name. */
function createMarkerOrIcon(name: string): SharpImage | null {
  const state = parseMarkerImageName(name);
  if (state) return createMarkerImage(state);
  const cluster = parseClusterImageName(name);
  if (cluster) return createClusterImage(cluster);
  const theme = mapThemes.find((known) => name === pendingIconName(known));
  return theme ? createPendingIcon(theme) : null;
}
