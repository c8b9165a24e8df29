import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import "maplibre-gl/dist/maplibre-gl.css";
import "#app/features/map/live/map-canvas.css";
import {
  type LngLat,
  type Map as MapLibreMap,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from "maplibre-gl";
import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import {
  type BaseMap,
  type BaseMapAppearance,
  type BaseMapState,
  usefulZoom,
} from "#app/features/map/base-map/base-map-state.ts";
import { useBaseMap } from "#app/features/map/base-map/use-base-map.ts";
import { useColorTheme } from "#app/features/map/base-map/use-color-theme.ts";
import {
  addCredits,
  type ControlTitles,
  createFlatMap,
  isLoadFailure,
  onMapIdle,
  watchContext,
  watchStyle,
} from "#app/features/map/live/flat-map.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { MapView } from "#domain/map/map-view.ts";
import { type PinMapProps, type PinMove, pinView } from "./pin.ts";

/** Commands to the live minimap. */
export interface PinHandle {
  setInMiddle(): void;
}

export interface PinCanvasProps
  extends Pick<PinMapProps, "value" | "isAdjusting">,
    Pick<PinnedMapOptions, "onPin" | "onZoom" | "onLoadFailure" | "onContextGone"> {
  ref: Ref<PinHandle>;
  /** The initial view; later changes come from the map itself. */
  view: MapView;
  zoom: number;
  /** Called when the base map is known, before anything is drawn. */
  onBaseMap: (baseMap: BaseMapState) => void;
}

/** The live minimap. It imports MapLibre, so load it lazily. */
export function PinCanvas(props: PinCanvasProps) {
  const { t, i18n } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const map = useRef<PinnedMap>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const { baseMap, fallBack } = useBaseMap();
  const { language } = i18n;
  const { value, isAdjusting } = props;
  const appearance = { theme: useColorTheme(), language, pin: value, isAdjusting };
  const titles = {
    "Map.Title": t("pin.canvas"),
    "Marker.Title": t("pin.marker"),
    "AttributionControl.ToggleAttribution": t("map.attribution"),
    "NavigationControl.ZoomIn": t("map.zoomIn"),
    "NavigationControl.ZoomOut": t("map.zoomOut"),
  };

  // The map is created once its base map is known, and again for another language, whose messages MapLibre
  // takes only then.
  useEffect(() => {
    const element = container.current;
    if (!element || !baseMap) return;
    setWorkerUrl(workerUrl);
    const { view, zoom, onBaseMap } = latest.current;
    onBaseMap(baseMap);
    const made = new PinnedMap({
      container: element,
      baseMap,
      view:
        map.current?.view ??
        pinView(value, view, zoom, usefulZoom(baseMap, value ?? [view.longitude, view.latitude])),
      zoom,
      appearance,
      titles,
      onPin: (pin, how, at) => latest.current.onPin(pin, how, at),
      onZoom: (at) => latest.current.onZoom(at),
      onIdle: () => {
        element.dataset.pinState = "idle";
      },
      onLoadFailure: () => latest.current.onLoadFailure(),
      onStyleFailure: fallBack,
      onContextGone: () => latest.current.onContextGone(),
    });
    map.current = made;
    return () => made.remove();
  }, [language, baseMap]);

  useEffect(() => map.current?.update(appearance));
  useImperativeHandle(props.ref, () => ({ setInMiddle: () => map.current?.setInMiddle() }));

  return (
    <div className="map-canvas pin-canvas absolute inset-0">
      <div ref={container} className="h-full w-full" data-pin-state="loading" />
      {isAdjusting && <div className="pin-crosshair" aria-hidden="true" />}
    </div>
  );
}

/** State of a map with one pin. */
interface PinMapAppearance extends BaseMapAppearance {
  readonly pin: Coordinates | null;
  readonly isAdjusting: boolean;
}

interface PinnedMapOptions {
  container: HTMLElement;
  baseMap: BaseMap;
  /** The initial view. */
  view: MapView;
  /** Zoom for the pin, as far as the base map can show it. */
  zoom: number;
  appearance: PinMapAppearance;
  titles: ControlTitles;
  /** Called when the pin was moved on the map, at this zoom. */
  onPin: (pin: Coordinates, how: PinMove, zoom: number) => void;
  onZoom: (zoom: number) => void;
  onIdle: () => void;
  onLoadFailure: () => void;
  /** Called when the map cannot draw this base map. */
  onStyleFailure: () => void;
  /** Called when the map can draw no more: its drawing context is gone. */
  onContextGone: () => void;
}

/** Pixels that an arrow key moves the map, and those with Shift, for the last step. */
const stepPixels = 60;
const fineStepPixels = 6;

const arrows: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The live map with one pin: it is dragged, set by a press, or set in the middle. */
export class PinnedMap {
  readonly #map: MapLibreMap;
  readonly #options: PinnedMapOptions;
  readonly #marker: Marker;
  #appearance: PinMapAppearance;
  readonly #endWatch: () => void;

  constructor(options: PinnedMapOptions) {
    this.#options = options;
    this.#appearance = options.appearance;
    const { container, view, titles, appearance } = options;
    this.#map = createFlatMap({
      isForeign: options.baseMap.isForeign,
      container,
      view,
      titles,
      style: options.baseMap.style(appearance),
      keyboard: false,
    });
    this.#endWatch = watchContext(this.#map, options.onContextGone);
    // The wheel scrolls the page until the map has been pressed.
    this.#map.scrollZoom.disable();
    addCredits(this.#map, options.baseMap);
    this.#map.addControl(new ScaleControl({ maxWidth: 96 }), "bottom-left");
    this.#map.addControl(new NavigationControl({ showCompass: false }), "bottom-right");
    this.#marker = new Marker({ color: "var(--brand)", scale: 1.2 });
    this.#showPin();
    this.#listen();
  }

  /** Updates the map to a change from outside. */
  update(appearance: PinMapAppearance): void {
    const previous = this.#appearance;
    this.#appearance = appearance;
    if (appearance.theme !== previous.theme || appearance.language !== previous.language) {
      this.#map.setStyle(this.#options.baseMap.style(appearance), {
        diff: true,
        validate: this.#options.baseMap.isForeign ?? false,
      });
    }
    if (
      appearance.pin?.join() === previous.pin?.join() &&
      appearance.isAdjusting === previous.isAdjusting
    ) {
      return;
    }
    this.#showPin();
    if (appearance.pin) this.#reveal(appearance.pin);
  }

  /** Sets the pin in the middle of the map. */
  setInMiddle(): void {
    this.#setPin(this.#map.getCenter().wrap(), "keyboard");
  }

  /** The map's view. */
  get view(): MapView {
    const { lng, lat } = this.#map.getCenter().wrap();
    return { longitude: lng, latitude: lat, zoom: this.#map.getZoom() };
  }

  remove(): void {
    this.#endWatch();
    this.#map.remove();
  }

  #showPin(): void {
    const { pin, isAdjusting } = this.#appearance;
    if (!pin) return void this.#marker.remove();
    this.#marker
      .setLngLat([...pin])
      .setDraggable(isAdjusting)
      .addTo(this.#map);
  }

  /** Moves the map where the pin is out of sight, and closer where its position could not be recognized. */
  #reveal(pin: Coordinates): void {
    const { longitude, latitude, zoom } = this.#closeTo(pin);
    const isInSight = this.#map.getBounds().contains([longitude, latitude]);
    if (isInSight && this.#map.getZoom() > zoom - 1) return;
    const center: [number, number] = [longitude, latitude];
    this.#map.easeTo({ center, zoom: Math.max(zoom, this.#map.getZoom()), duration: 500 });
  }

  #closeTo(pin: Coordinates): MapView {
    const { view, zoom, baseMap } = this.#options;
    return pinView(pin, view, zoom, usefulZoom(baseMap, pin));
  }

  #setPin({ lng, lat }: LngLat, how: PinMove): void {
    this.#options.onPin([lng, lat], how, this.#map.getZoom());
  }

  #listen(): void {
    const { onZoom, onIdle, onLoadFailure, onStyleFailure } = this.#options;
    const map = this.#map;
    onMapIdle(map, onIdle);
    map.on("zoomend", () => onZoom(map.getZoom()));
    watchStyle(map, onStyleFailure);
    map.on("error", ({ error }) => {
      if (isLoadFailure(error)) onLoadFailure();
      else console.error(error);
    });
    map.on("click", ({ lngLat }) => {
      if (this.#appearance.isAdjusting) this.#setPin(lngLat.wrap(), "click");
    });
    this.#marker.on("dragend", () => this.#setPin(this.#marker.getLngLat().wrap(), "drag"));
    const canvas = map.getCanvas();
    canvas.addEventListener("focus", () => map.scrollZoom.enable());
    canvas.addEventListener("blur", () => map.scrollZoom.disable());
    canvas.addEventListener("keydown", (event) => {
      if (this.#takesKey(event)) event.preventDefault();
    });
  }

  /** Arrows move the map under the cross-hair, plus and minus zoom, Enter sets the pin there. */
  #takesKey({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (altKey || ctrlKey || metaKey) return false;
    const arrow = arrows[key];
    if (arrow) {
      const step = shiftKey ? fineStepPixels : stepPixels;
      this.#map.panBy([arrow[0] * step, arrow[1] * step], { duration: 100 });
    } else if (key === "+" || key === "=") this.#map.zoomIn();
    else if (key === "-") this.#map.zoomOut();
    else if (key === "Enter" && this.#appearance.isAdjusting) this.setInMiddle();
    else return false;
    return true;
  }
}
