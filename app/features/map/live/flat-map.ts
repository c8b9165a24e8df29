import { Map as MapLibreMap, type MapOptions } from "maplibre-gl";
import { type MapView, maxZoom } from "#domain/map/map-view.ts";

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

/** Whether the visitor asks for less motion. */
function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** What a map tells of its style: that it has taken it, or what is wrong. */
interface StyleEvents {
  on(name: "error", listener: (event: { readonly error: Error }) => void): unknown;
  on(name: "style.load", listener: () => void): unknown;
  off(name: "error", listener: (event: { readonly error: Error }) => void): unknown;
  off(name: "style.load", listener: () => void): unknown;
}

/**
 * Calls back, once, where MapLibre refuses the style that a map was made with: it looks closer than
 * whoever opened the base map, tells its listeners of what it can't draw, and then draws nothing.
 */
export function watchStyle(map: StyleEvents, onRefused: () => void): void {
  const stop = () => {
    map.off("error", refuse);
    map.off("style.load", stop);
  };
  const refuse = ({ error }: { readonly error: Error }) => {
    // What does not come is another matter: the rest is drawn.
    if (isLoadFailure(error)) return;
    stop();
    onRefused();
  };
  map.on("error", refuse);
  map.on("style.load", stop);
}

/** Whether MapLibre's error is an answer with an error status, or none at all, as opposed to a fault of ours. */
export function isLoadFailure(error: { message: string }): boolean {
  return "status" in error || error instanceof TypeError || error instanceof DOMException;
}
