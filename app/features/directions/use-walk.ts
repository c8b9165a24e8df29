import { useEffect, useReducer, useRef } from "react";
import { type PositionFault, positionFaultOf } from "#app/ui/find-position.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Language } from "#domain/text/language.ts";
import { replanWaitMs } from "#domain/walking/walk-progress.ts";
import { fetchDirections } from "./fetch-directions.ts";
import { beginWalk, nextWalk, type Walk } from "./walk-state.ts";

interface WalkOptions {
  place: Coordinates;
  /** The walker's start. */
  start: Coordinates;
  /** Language of the instructions; another one loads the route again. */
  language: Language;
}

/**
 * Guides a walker to a place: loads the route, follows the position, and loads the route again when the
 * walker has left it, every ten seconds at most.
 */
export function useWalk({ place, start, language }: WalkOptions): { walk: Walk; ask: () => void } {
  const [walk, tell] = useReducer(nextWalk, { place, position: start }, beginWalk);
  const position = useRef(start);
  position.current = walk.position;
  const running = useRef<AbortController>(null);
  const lastAskedMs = useRef(0);

  const ask = async () => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    lastAskedMs.current = Date.now();
    tell({ kind: "asked" });
    const question = { from: position.current, to: place, language };
    const answer = await fetchDirections(question, abort.signal);
    if (answer && !abort.signal.aborted) tell({ kind: "answered", answer });
  };
  const latestAsk = useRef(ask);
  latestAsk.current = ask;

  useEffect(() => {
    void latestAsk.current();
    return () => running.current?.abort();
  }, [language]);

  useEffect(
    () =>
      watchPosition(navigator.geolocation, {
        onMoved: (next, accuracyMeters) => tell({ kind: "moved", position: next, accuracyMeters }),
        onFault: (fault) => tell({ kind: "lost", fault }),
      }),
    [],
  );

  const needsNewRoute = walk.hasLeftRoute && !walk.hasArrived && !walk.isAsking && mayHelp(walk);
  useEffect(() => {
    if (!needsNewRoute) return;
    const waitMs = replanWaitMs(lastAskedMs.current, Date.now());
    const timer = setTimeout(() => void latestAsk.current(), waitMs);
    return () => clearTimeout(timer);
  }, [needsNewRoute]);

  return { walk, ask };
}

/** Whether another call may get a better answer, without the walker doing anything first. */
function mayHelp({ failure }: Walk): boolean {
  return failure !== "signin" && failure !== "toomanyrequests";
}

interface PositionWatcher {
  /** @param accuracyMeters maximum error of the position */
  onMoved: (position: Coordinates, accuracyMeters: number) => void;
  /** The position is unknown for now; `onMoved` may follow. */
  onFault: (fault: PositionFault) => void;
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
  { onMoved, onFault }: PositionWatcher,
): () => void {
  if (geolocation === undefined) {
    onFault("unavailable");
    return () => {};
  }
  const watch = geolocation.watchPosition(
    ({ coords }) => onMoved([coords.longitude, coords.latitude], coords.accuracy),
    (error) => onFault(positionFaultOf(error)),
    { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: maximumAgeMs },
  );
  return () => geolocation.clearWatch(watch);
}
