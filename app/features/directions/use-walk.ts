import { useEffect, useReducer, useRef } from "react";
import { watchPosition } from "#app/ui/watch-position.ts";
import type { Coordinates } from "#domain/coordinates.ts";
import { replanWaitMs } from "#domain/geo/walk-limits.ts";
import type { Language } from "#domain/language.ts";
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
