import { useEffect, useRef, useState } from "react";
import { findPosition } from "#app/ui/find-position.ts";
import type { Coordinates } from "#domain/coordinates.ts";
import type { MapPageQuery } from "#domain/map-page-query.ts";
import type { Place } from "#domain/place.ts";
import { placeListSearch } from "#domain/place-list-query.ts";
import { nearbyListQuery } from "./nearby-list-query.ts";
import { fetchPlaces } from "./use-place-list.ts";

/** Which places count: open ones, those of unknown opening times too, or all. */
export type NearestReach = "open" | "unknown" | "any";

export type NearestProblem =
  | { readonly kind: "refused" | "unavailable" | "failed" }
  /** Nothing passes; a wider reach may find something. */
  | { readonly kind: "none"; readonly reach: NearestReach };

interface NearestOpenOptions {
  position: Coordinates | null;
  onPosition: (position: Coordinates) => void;
  query: MapPageQuery;
  onFound: (place: Place) => void;
}

/**
 * Takes the visitor to the nearest place that is open now and passes the filters. What stands on the
 * button is found as soon as the position is known; a press asks again, since minutes may have passed.
 */
export function useNearestOpen({ position, onPosition, query, onFound }: NearestOpenOptions) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<NearestProblem | null>(null);
  const [nearest, setNearest] = useState<Place | null>(null);
  const running = useRef<AbortController>(null);
  const question = position && nearestSearch(query, position, "open");

  useEffect(() => {
    if (question === null) return;
    const abort = new AbortController();
    fetchPlaces(question, abort.signal).then((list) => {
      if (!abort.signal.aborted) setNearest(list?.places[0] ?? null);
    });
    return () => abort.abort();
  }, [question]);

  async function go(reach: NearestReach = "open") {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setIsBusy(true);
    setProblem(null);
    const outcome = await findNearest(reach, abort.signal);
    if (abort.signal.aborted) return;
    setIsBusy(false);
    if (outcome.kind === "found") onFound(outcome.place);
    else setProblem(outcome);
  }

  async function findNearest(
    reach: NearestReach,
    signal: AbortSignal,
  ): Promise<NearestProblem | { kind: "found"; place: Place }> {
    let from = position;
    if (from === null) {
      const found = await findPosition(navigator.geolocation);
      if (!found.ok) return { kind: found.fault };
      from = found.position;
      onPosition(from);
    }
    const list = await fetchPlaces(nearestSearch(query, from, reach), signal);
    if (list === null) return { kind: "failed" };
    const place = list.places.at(0);
    return place ? { kind: "found", place } : { kind: "none", reach };
  }

  return { isBusy, problem, nearest, go, dismiss: () => setProblem(null) };
}

function nearestSearch(query: MapPageQuery, near: Coordinates, reach: NearestReach): string {
  const filters = { ...query.filters, open: reach !== "any" };
  const includeUnknown = reach === "unknown" || (reach === "open" && query.includeUnknown);
  return placeListSearch(nearbyListQuery({ filters, includeUnknown }, near, null, 1));
}
