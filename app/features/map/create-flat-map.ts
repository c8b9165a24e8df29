import { Map as MapLibreMap, type MapOptions } from "maplibre-gl";
import { type MapView, maxZoom } from "#domain/map-view.ts";
import { prefersReducedMotion } from "./prefers-reduced-motion.ts";

/** Titles of MapLibre's own controls, by MapLibre's keys. */
export type ControlTitles = Record<string, string>;

interface FlatMapOptions extends Pick<MapOptions, "style" | "keyboard"> {
  readonly container: HTMLElement;
  /** What it opens with. */
  readonly view: MapView;
  readonly titles: ControlTitles;
}

/**
 * MapLibre without controls, and with north up for good: a map that has turned by accident helps nobody
 * who is in a hurry.
 */
export function createFlatMap({ view, titles, ...options }: FlatMapOptions): MapLibreMap {
  const { longitude, latitude, zoom } = view;
  const map = new MapLibreMap({
    ...options,
    center: [longitude, latitude],
    zoom,
    minZoom: 1,
    maxZoom,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: false,
    locale: titles,
    fadeDuration: prefersReducedMotion() ? 0 : 200,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  return map;
}
