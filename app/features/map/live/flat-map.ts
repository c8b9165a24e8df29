import { Map as MapLibreMap, type MapOptions } from "maplibre-gl";
import { type MapView, maxZoom } from "#domain/map/map-view.ts";

/** Titles of MapLibre's controls, by MapLibre's keys. */
export type ControlTitles = Record<string, string>;

interface FlatMapOptions extends Pick<MapOptions, "style" | "keyboard"> {
  readonly container: HTMLElement;
  /** The initial view. */
  readonly view: MapView;
  readonly titles: ControlTitles;
  /** Whether the style is another host's. */
  readonly isForeign?: boolean;
}

/**
 * A MapLibre map without controls, and with north up for good: a map that has turned by accident hinders a
 * visitor in a hurry.
 */
export function createFlatMap({
  view,
  titles,
  isForeign = false,
  ...options
}: FlatMapOptions): MapLibreMap {
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
    // The check takes as long as all else that MapLibre does with a style.
    validateStyle: isForeign || import.meta.env.DEV,
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

/** MapLibre's events about its style: accepted, or an error. */
interface StyleEvents {
  on(name: "error", listener: (event: { readonly error: Error }) => void): unknown;
  on(name: "style.load", listener: () => void): unknown;
  off(name: "error", listener: (event: { readonly error: Error }) => void): unknown;
  off(name: "style.load", listener: () => void): unknown;
}

/**
 * Calls back, once, where MapLibre cannot draw the style that a map was created with: it checks more than
 * `openBaseMap`, reports what it cannot draw, and then draws nothing.
 */
export function watchStyle(map: StyleEvents, onFailure: () => void): void {
  const stop = () => {
    map.off("error", fail);
    map.off("style.load", stop);
  };
  const fail = ({ error }: { readonly error: Error }) => {
    // A failed load is another matter: the rest is drawn.
    if (isLoadFailure(error)) return;
    stop();
    onFailure();
  };
  map.on("error", fail);
  map.on("style.load", stop);
}

/**
 * Whether MapLibre's error is a response with an error status, or a missing response, and not a fault of the
 * style or the code.
 */
export function isLoadFailure(error: { message: string }): boolean {
  return "status" in error || error instanceof TypeError || error instanceof DOMException;
}
