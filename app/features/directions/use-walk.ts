import { useEffect, useReducer, useRef } from "react";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { fetchApi } from "#app/network/fetch-api.ts";
import { type PositionError, positionErrorOf } from "#app/ui/find-position.ts";
import { useAnnounce } from "#app/ui/live-region.tsx";
import { type Coordinates, formatCoordinates } from "#domain/geography/coordinates.ts";
import { compassDirectionOf } from "#domain/geography/distance-and-bearing.ts";
import type { Locale } from "#domain/text/language.ts";
import type { Directions } from "#domain/walking/directions.ts";
import { replanWaitMs } from "#domain/walking/route-progress.ts";
import {
  beginWalk,
  type DirectionsFailure,
  type DirectionsResult,
  nextWalk,
  type Walk,
  type WalkEvent,
} from "./walk-state.ts";

interface WalkOptions {
  place: Coordinates;
  /** The walker's start. */
  start: Coordinates;
  /** Language of the instructions; another one loads the route again. */
  locale: Locale;
  /** Whether a route without stairs is wanted; a change loads the route again. */
  avoidsSteps: boolean;
}

/**
 * Guides a walker to a place: loads the route, follows the position, and loads the route again when the
 * walker has left it, every ten seconds at most.
 */
export function useWalk({ place, start, locale, avoidsSteps }: WalkOptions): {
  walk: Walk;
  loadRoute: () => void;
} {
  const [walk, dispatch] = useReducer(nextWalk, { place, position: start }, beginWalk);
  const position = useRef(start);
  position.current = walk.position;
  const running = useRef<AbortController>(null);
  const lastRequestMs = useRef(0);

  const loadRoute = async () => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    lastRequestMs.current = Date.now();
    dispatch({ kind: "requested" });
    const request = { from: position.current, to: place, locale, avoidsSteps };
    const result = await fetchDirections(request, abort.signal);
    if (result && !abort.signal.aborted) dispatch({ kind: "received", result });
  };
  const latestLoad = useRef(loadRoute);
  latestLoad.current = loadRoute;

  useEffect(() => {
    void latestLoad.current();
    return () => running.current?.abort();
  }, [locale, avoidsSteps]);

  useEffect(
    () =>
      watchPosition(navigator.geolocation, {
        onMoved: (moved) => dispatch({ kind: "moved", ...moved }),
        onError: (error) => dispatch({ kind: "lost", error }),
      }),
    [],
  );

  const needsNewRoute = walk.hasLeftRoute && !walk.hasArrived && !walk.isLoading && mayHelp(walk);
  useEffect(() => {
    if (!needsNewRoute) return;
    const waitMs = replanWaitMs(lastRequestMs.current, Date.now());
    const timer = setTimeout(() => void latestLoad.current(), waitMs);
    return () => clearTimeout(timer);
  }, [needsNewRoute]);

  return { walk, loadRoute };
}

/** Whether another call may get a better result, without the walker doing anything first. */
function mayHelp({ failure }: Walk): boolean {
  return failure !== "signin" && failure !== "toomanyrequests";
}

interface PositionWatcher {
  onMoved: (moved: Omit<Extract<WalkEvent, { kind: "moved" }>, "kind">) => void;
  /** The position is unknown for now; `onMoved` may follow. */
  onError: (error: PositionError) => void;
}

/** Maximum age of a position: a walker has moved on after that. */
const maximumAgeMs = 1_000;
const timeoutMs = 15_000;

/**
 * Follows the visitor's position, as exactly as the device can.
 *
 * @param geolocation `navigator.geolocation`, which some browsers do not have
 * @returns stops it
 */
function watchPosition(
  geolocation: Geolocation | undefined,
  { onMoved, onError }: PositionWatcher,
): () => void {
  if (geolocation === undefined) {
    onError("unavailable");
    return () => {};
  }
  const watch = geolocation.watchPosition(
    ({ coords: { longitude, latitude, accuracy, heading } }) =>
      onMoved({
        position: [longitude, latitude],
        accuracyMeters: accuracy,
        heading,
      }),
    (error) => onError(positionErrorOf(error)),
    { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: maximumAgeMs },
  );
  return () => geolocation.clearWatch(watch);
}

/** Time of the buzz at a turn. */
const buzzMs = 200;

/**
 * Announces to screen readers what a walker must know without looking: the route, each step shortly before it
 * begins, with a buzz, a walker off the route, and the arrival.
 */
export function useWalkAnnouncements(walk: Walk, placeName: string): void {
  const { t } = useTranslation();
  const format = useFormatter();
  const announce = useAnnounce();
  const last = useRef<Walk>(null);
  useEffect(() => {
    const previous = last.current;
    last.current = walk;
    const news = newsOf();
    if (news) announce(news);

    function newsOf(): string | null {
      const { directions, progress } = walk;
      if (walk.hasArrived) {
        return previous?.hasArrived ? null : t("directions.arrived", { name: placeName });
      }
      if (directions !== null && directions !== previous?.directions) return summary();
      if (walk.hasLeftRoute && !previous?.hasLeftRoute) return t("directions.left");
      if (directions?.kind !== "route" || !progress) return null;
      const announcedIndex = previous?.progress?.announcedIndex ?? 0;
      // A step that is over at once is announced together with the next.
      const announced = directions.steps
        .slice(announcedIndex + 1, progress.announcedIndex + 1)
        .slice(-2);
      if (announced.length > 0) navigator.vibrate?.(buzzMs);
      return announced.map(({ instruction }) => instruction).join(" ");
    }

    function summary(): string {
      const { directions } = walk;
      if (directions?.kind !== "route") {
        const direction = t(`directions.compass.${compassDirectionOf(directions?.bearing ?? 0)}`);
        const distance = format.distance(directions?.distance ?? 0);
        const heading = t("directions.straight.heading", { distance, direction });
        return `${heading}. ${t("directions.straight.notRoute")}`;
      }
      const { distance, duration, steps } = directions;
      const found = t("directions.found", {
        distance: format.distance(distance),
        duration: format.minutes(duration),
        count: steps.length,
        total: format.number(steps.length),
      });
      return [found, steps[walk.progress?.announcedIndex ?? 0]?.instruction]
        .filter(Boolean)
        .join(" ");
    }
  });
}

/**
 * Keeps the screen awake, where the device lets pages do so. The browser releases the lock whenever the page
 * is hidden; it is requested again when the page is visible again.
 */
export function useWakeLock(isAwake: boolean): void {
  useEffect(() => {
    if (!isAwake || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const request = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        const granted = await navigator.wakeLock.request("screen");
        if (isOver) await granted.release();
        else lock = granted;
      } catch {
        // A low battery or a setting forbids it: the walk continues.
      }
    };
    void request();
    document.addEventListener("visibilitychange", request);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", request);
      void lock?.release();
    };
  }, [isAwake]);
}

export interface DirectionsRequest {
  readonly from: Coordinates;
  readonly to: Coordinates;
  /** Language of the instructions, and of their lengths. */
  readonly locale: Locale;
  /** Whether a route without stairs is wanted. */
  readonly avoidsSteps: boolean;
}

/** The walking route from the API; null where the call was aborted. */
export async function fetchDirections(
  request: DirectionsRequest,
  signal: AbortSignal,
): Promise<DirectionsResult | null> {
  const result = await fetchApi<Directions>(directionsPath(request), { signal });
  if (result.ok) {
    const isFallback = result.headers.get("x-geo-fallback") === "1";
    return { ok: true, directions: result.body, isFallback };
  }
  return signal.aborted
    ? null
    : { ok: false, failure: directionsFailures[result.code] ?? "unavailable" };
}

/** Path of the API's route. */
export function directionsPath({ from, to, locale, avoidsSteps }: DirectionsRequest): string {
  const search = new URLSearchParams({
    from: formatCoordinates(from),
    to: formatCoordinates(to),
    lang: locale,
    ...(avoidsSteps && { avoid_steps: "1" }),
  });
  return `/api/v1/geo/directions?${search}`;
}

/** Failures by the code of the API's response; any other code means `unavailable`. */
const directionsFailures: Readonly<Record<string, DirectionsFailure>> = {
  "error.signin": "signin",
  "error.notfound": "noroute",
  "error.toomanyrequests": "toomanyrequests",
  "error.unreachable": "unreachable",
};
