import { useMemo } from "react";
import { localTimeAt } from "#domain/local-time.ts";
import { openStatusAt } from "#domain/open-status.ts";
import type { Place } from "#domain/place.ts";
import type { ChosenPlace } from "./map-style.ts";

/** The chosen place as the map marks it; the same object until something on the marker changes. */
export function useChosenMarker(place: Place | null, now: Date): ChosenPlace | null {
  const status =
    place && openStatusAt(place.opening_times, localTimeAt(now, place.time_zone)).status;
  return useMemo(() => {
    if (!place || !status) return null;
    const { id, coordinates, accepted } = place;
    return { id, coordinates, accepted, status };
  }, [place, status]);
}
