import {
  AttributionControl,
  type IControl,
  Map as MapLibreMap,
  type MapOptions,
} from "maplibre-gl";
import { mapAttribution } from "#app/features/map/base-map/styles/base-map-styles.ts";
import type { MapAttribution, MapWordmark } from "#domain/map/base-map-source.ts";
import { isLandmarkIcon } from "#domain/map/landmarks.ts";
import { type MapView, maxZoom } from "#domain/map/map-view.ts";
import type { SharpImage } from "./markers.ts";

/** Titles of MapLibre's controls, by MapLibre's keys. */
export type ControlTitles = Record<string, string>;

interface FlatMapOptions extends Pick<MapOptions, "style" | "keyboard" | "cooperativeGestures"> {
  readonly container: HTMLElement;
  /** The initial view. */
  readonly view: MapView;
  readonly titles: ControlTitles;
  /** Whether the style is another host's. */
  readonly isForeign?: boolean;
  /** Draws an image that the style names, other than a landmark's icon; null for an unknown one. */
  readonly createImage?: (name: string) => SharpImage | null;
}

/**
 * A MapLibre map without controls, and with north up for good: a map that has turned by accident hinders a
 * visitor in a hurry.
 */
export function createFlatMap({
  view,
  titles,
  isForeign = false,
  createImage,
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
  map.setMissingStyleImageResolver(async (name) => {
    const made = createImage?.(name) ?? (isLandmarkIcon(name) ? await landmarkIcon(name) : null);
    // Another tile may have named it meanwhile.
    if (made && !map.hasImage(name))
      map.addImage(name, made.image, { pixelRatio: made.pixelRatio });
  });
  showOnceDrawn(map);
  return map;
}

/** The icon of a landmark; null where its script does not load, as without a connection. */
async function landmarkIcon(name: string): Promise<SharpImage | null> {
  const icons = await import("./landmark-icons.ts").catch(() => null);
  return icons?.createLandmarkIcon(name) ?? null;
}

/**
 * Shows who made the base map, at the bottom left. The attributions fold to a sign, except where the provider
 * has a wordmark: its terms let them fold on narrow maps alone.
 */
export function addCredits(
  map: Pick<MapLibreMap, "addControl">,
  {
    wordmark,
    listCredits = [],
  }: { readonly wordmark?: MapWordmark; readonly listCredits?: readonly MapAttribution[] },
): void {
  const compact = wordmark ? undefined : true;
  map.addControl(
    new AttributionControl({ compact, customAttribution: mapAttribution(listCredits) }),
    "bottom-left",
  );
  if (wordmark) map.addControl(new WordmarkControl(wordmark), "bottom-left");
}

/** Folds the attributions to their sign, once the visitor has pressed something: what they cover is needed. */
export function foldCredits(map: Pick<MapLibreMap, "getContainer">): void {
  const shown = "maplibregl-compact-show";
  map.getContainer().querySelector(`.${shown}`)?.classList.remove(shown);
}

/**
 * Height at the map's lower edge, in pixels, that its credits cover, and its buttons where they are in a row:
 * a column of them is beside what matters.
 */
export function bottomControlsHeight(map: Pick<MapLibreMap, "getContainer">): number {
  const corners = map
    .getContainer()
    .querySelectorAll(".maplibregl-ctrl-bottom-left, .maplibregl-ctrl-bottom-right");
  const sizes = Array.from(corners, ({ clientWidth, clientHeight }) => ({
    clientWidth,
    clientHeight,
  }));
  return Math.max(
    0,
    ...sizes
      .filter(({ clientWidth, clientHeight }) => clientWidth >= clientHeight)
      .map(({ clientHeight }) => clientHeight),
  );
}

class WordmarkControl implements IControl {
  readonly #link = document.createElement("a");

  constructor({ name, url, picture }: MapWordmark) {
    Object.assign(this.#link, { href: url, target: "_blank", rel: "noopener nofollow" });
    this.#link.className = "maplibregl-ctrl map-wordmark";
    this.#link.append(Object.assign(new Image(88, 23), { src: picture, alt: name }));
  }

  onAdd(): HTMLElement {
    return this.#link;
  }

  onRemove(): void {
    this.#link.remove();
  }
}

/** Interval at which the first picture is polled for, and the longest wait for it. */
const drawnPollMs = 16;
const drawnTimeoutMs = 5_000;

/** The part of a map that shows its canvas. */
interface IdleMap {
  getCanvas(): HTMLCanvasElement;
  on(name: "idle", listener: () => void): unknown;
  once(name: "idle", listener: () => void): unknown;
  fire(name: "idle"): unknown;
}

/**
 * Keeps the canvas of a new map out of the page until its first picture is drawn; the map is idle once more
 * then. With a canvas in the page, the page's thread waits in its next frame for all that was given to the
 * graphics so far, and what comes first compiles the shaders: over a second where a processor draws.
 */
export function showOnceDrawn(map: IdleMap): void {
  const canvas = map.getCanvas();
  canvas.style.display = "none";
  map.once("idle", async () => {
    await whenDrawn(canvas.getContext("webgl2"));
    // Nothing was composited meanwhile, so the browser still has the picture.
    canvas.style.display = "";
    map.fire("idle");
  });
}

/** Calls back each time that a map is idle with everything drawn and in the page. */
export function onMapIdle(map: IdleMap, listener: () => void): void {
  const { style } = map.getCanvas();
  map.on("idle", () => {
    if (style.display === "") listener();
  });
}

/** Resolves when the graphics have done what they were given so far, without making the thread wait for it. */
async function whenDrawn(gl: WebGL2RenderingContext | null): Promise<void> {
  const done = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!gl || !done) return;
  gl.flush();
  const latestMs = performance.now() + drawnTimeoutMs;
  // The result changes only between two tasks of the thread.
  do await new Promise((resolve) => setTimeout(resolve, drawnPollMs));
  while (gl.clientWaitSync(done, 0, 0) === gl.TIMEOUT_EXPIRED && performance.now() < latestMs);
  gl.deleteSync(done);
}

/** Whether the visitor asks for less motion. */
function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Time that a lost drawing context has to come back while the page is seen. */
const contextTimeoutMs = 3_000;

/** MapLibre's events about its drawing context. */
interface ContextEvents {
  on(name: "webglcontextlost" | "webglcontextrestored", listener: () => void): unknown;
}

/**
 * Calls back where the browser has taken the drawing context away and does not give it back: an iPhone does so
 * in the background, and gives it back only once the page is seen again. MapLibre redraws a map by itself whose
 * context comes back.
 *
 * @returns what ends the watch
 */
export function watchContext(map: ContextEvents, onGone: () => void): () => void {
  let isLost = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    if (isLost && !document.hidden) timer = setTimeout(onGone, contextTimeoutMs);
  };
  const setLost = (hasLost: boolean) => () => {
    isLost = hasLost;
    wait();
  };
  map.on("webglcontextlost", setLost(true));
  map.on("webglcontextrestored", setLost(false));
  document.addEventListener("visibilitychange", wait);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", wait);
  };
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
 * Whether MapLibre's error is a response with an error status, or a missing response, and not an error of the
 * style or the code.
 */
export function isLoadFailure(error: { message: string }): boolean {
  return "status" in error || error instanceof TypeError || error instanceof DOMException;
}
