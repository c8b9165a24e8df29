import { useEffect, useRef, useState } from "react";
import { askServer } from "#app/network/ask-server.ts";
import { findPosition, type PositionFault } from "#app/ui/find-position.ts";
import type { Coordinates } from "#domain/coordinates.ts";
import type { MapPageQuery } from "#domain/map-page-query.ts";
import { type NearestPlaces, nearestPlacesSearch } from "#domain/nearest-places.ts";
import type { Place } from "#domain/place.ts";

export interface NearestOpenProps {
  position: Coordinates | null;
  onPosition: (position: Coordinates) => void;
  query: MapPageQuery;
  /** Takes the visitor there; `nearer` is the place of unknown opening times that would be less far. */
  onFound: (place: Place, from: Coordinates, nearer: Place | null) => void;
}

/** What is known of the answer before the button is pressed. */
export interface NearestState {
  readonly isBusy: boolean;
  /** How far the nearest place is that is surely open, in metres; null where none is known. */
  readonly openMeters: number | null;
}

/** Why there is nowhere to go at once. */
export type NearestProblem =
  | { readonly kind: PositionFault | "failed" }
  /** None is near, or none that is surely open. */
  | { readonly kind: "none" | "unsure"; readonly from: Coordinates; readonly limitMeters: number };

/**
 * Takes the visitor to the nearest place that is surely open and passes the filters. What stands on the
 * button is found as soon as the position is known; a press asks again, since minutes may have passed.
 */
export function useNearestOpen({ position, onPosition, query, onFound }: NearestOpenProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<NearestProblem | null>(null);
  const [nearest, setNearest] = useState<NearestPlaces | null>(null);
  const running = useRef<AbortController>(null);
  const question = position && nearestPlacesSearch({ ...query, near: position });

  useEffect(() => {
    if (question === null) return;
    const abort = new AbortController();
    askNearest(question, abort.signal).then((answer) => {
      if (!abort.signal.aborted) setNearest(answer);
    });
    return () => abort.abort();
  }, [question]);

  /** @param includeUnknown whether the filter by 'open' lets in what nobody knows the opening times of */
  async function go(includeUnknown = query.includeUnknown) {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setIsBusy(true);
    setProblem(null);
    const outcome = await findNearest(includeUnknown, abort.signal);
    if (abort.signal.aborted) return;
    setIsBusy(false);
    if ("kind" in outcome) return setProblem(outcome);
    const { from, answer } = outcome;
    setNearest(answer);
    if (answer.open) return onFound(answer.open, from, answer.unknown);
    setProblem({
      kind: answer.unknown ? "unsure" : "none",
      from,
      limitMeters: answer.limit_meters,
    });
  }

  async function findNearest(
    includeUnknown: boolean,
    signal: AbortSignal,
  ): Promise<NearestProblem | { from: Coordinates; answer: NearestPlaces }> {
    let from = position;
    if (from === null) {
      const found = await findPosition(navigator.geolocation);
      if (!found.ok) return { kind: found.fault };
      from = found.position;
      onPosition(from);
    }
    const search = nearestPlacesSearch({ ...query, includeUnknown, near: from });
    const answer = await askNearest(search, signal);
    return answer ? { from, answer } : { kind: "failed" };
  }

  return { isBusy, problem, nearest, go, dismiss: () => setProblem(null) };
}

/** Null where there was no answer, or it was not waited for. */
async function askNearest(search: string, signal: AbortSignal): Promise<NearestPlaces | null> {
  const answer = await askServer<NearestPlaces>(`/api/v1/places/nearest${search}`, { signal });
  return answer.ok ? answer.body : null;
}
