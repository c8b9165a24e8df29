import { setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { MapView } from "#domain/map/map-view.ts";
import { fallbackLanguage, toLanguage } from "#domain/text/language.ts";
import "maplibre-gl/dist/maplibre-gl.css";
import "#app/features/map/live/map-canvas.css";
import { type BaseMapState, usefulZoom } from "#app/features/map/base-map/base-map-state.ts";
import { useBaseMap, useColorTheme } from "#app/features/map/base-map/use-base-map.ts";
import { type PinMapProps, pinView } from "./pin.ts";
import { PinnedMap, type PinnedMapOptions } from "./pinned-map.ts";

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
  const language = toLanguage(i18n.language) ?? fallbackLanguage;
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
