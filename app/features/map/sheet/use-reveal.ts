import { type RefObject, useEffect, useRef } from "react";
import type { MapHandle } from "#app/features/map/live/map-canvas.tsx";
import type { Place } from "#domain/place/place.ts";

/**
 * Moves the map where the place that was just chosen would be covered or out of sight; not where the map is
 * on its way there already, nor for the place with which the page opened.
 */
export function useReveal(
  place: Place | null,
  map: RefObject<MapHandle | null>,
  flownTo: RefObject<Place | null>,
): void {
  const revealed = useRef(place?.id ?? null);
  useEffect(() => {
    const id = place?.id ?? null;
    if (revealed.current === id) return;
    revealed.current = id;
    if (!place) return;
    if (flownTo.current?.id === id) flownTo.current = null;
    else map.current?.reveal(place.coordinates);
  }, [place, map, flownTo]);
}
