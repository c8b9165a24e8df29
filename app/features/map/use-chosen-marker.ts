import { useMemo } from "react";
import type { Place } from "#domain/place.ts";
import { placeOpeningAt } from "#domain/place-opening.ts";
import type { ChosenPlace } from "./map-style.ts";

/** The chosen place as the map marks it; the same object until something on the marker changes. */
export function useChosenMarker(place: Place | null, now: Date): ChosenPlace | null {
  const status = place && placeOpeningAt(place, now).status;
  return useMemo(() => {
    if (!place || !status) return null;
    const { id, coordinates, accepted } = place;
    return { id, coordinates, accepted, status };
  }, [place, status]);
}
