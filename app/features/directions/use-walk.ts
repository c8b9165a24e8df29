import { useEffect, useReducer, useRef } from "react";
import { type PositionFault, positionFaultOf } from "#app/ui/find-position.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Language } from "#domain/text/language.ts";
import { replanWaitMs } from "#domain/walking/walk.ts";
import { fetchDirections } from "./fetch-directions.ts";
import { beginWalk, nextWalk, type Walk } from "./walk.ts";

interface WalkOptions {
  place: Coordinates;
  /** Where the walker sets out. */
  start: Coordinates;
  /** Of the instructions; another one asks for the way again. */
  language: Language;
}

/**
 * Leads somebody to a place: asks for the way, follows the position, and asks again where the way was left,
 * every ten seconds at most.
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

/** Whether another question may be answered better than the last, without anyone doing something first. */
function mayHelp({ failure }: Walk): boolean {
  return failure !== "signin" && failure !== "toomanyrequests";
}

interface PositionWatcher {
  /** @param accuracyMeters by how much the position may be wrong */
  onMoved: (position: Coordinates, accuracyMeters: number) => void;
  /** Nobody knows where the visitor is for now; `onMoved` may follow. */
  onFault: (fault: PositionFault) => void;
}

/** Somebody who walks is elsewhere after this. */
const maximumAgeMs = 1_000;
const timeoutMs = 15_000;

/**
 * Follows the visitor's position, as exactly as the device can.
 *
 * @param geolocation `navigator.geolocation`, which browsers leave out where it can't be had
 * @returns ends it
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
