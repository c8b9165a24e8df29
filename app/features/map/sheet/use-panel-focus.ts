import {
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
} from "react";
import type { MapHandle } from "#app/features/map/live/map-canvas.tsx";
import type { Place } from "#domain/place/place.ts";

/**
 * Moves the focus to the title of a place that was just chosen, and on closing back to its entry in the list,
 * or to the map where the list has none. A page that opens with a chosen place keeps its focus. A title that
 * is still loading takes the focus when it appears.
 *
 * @param isShown whether the place is known
 */
export function usePanelFocus(
  placeId: number | null,
  isShown: boolean,
  map: RefObject<MapHandle | null>,
): RefCallback<HTMLHeadingElement> {
  const title = useRef<HTMLHeadingElement>(null);
  const isAwaited = useRef(false);
  const focused = useRef(placeId);
  useEffect(() => {
    const before = focused.current;
    if (before === placeId || (placeId !== null && !isShown)) return;
    focused.current = placeId;
    isAwaited.current = placeId !== null && title.current === null;
    if (placeId !== null) return title.current?.focus({ preventScroll: true });
    const entry = document.querySelector<HTMLElement>(`[data-place="${before}"]`);
    if (entry) entry.focus({ preventScroll: true });
    else map.current?.focus();
  }, [placeId, isShown, map]);
  return useCallback((heading: HTMLHeadingElement | null) => {
    title.current = heading;
    if (heading === null || !isAwaited.current) return;
    isAwaited.current = false;
    heading.focus({ preventScroll: true });
  }, []);
}

/**
 * Moves the map where the place that was just chosen would be covered or out of sight; not where the map is
 * on its way there already, nor for the place with which the page opened.
 */
export function useReveal(
  place: Pick<Place, "id" | "coordinates"> | null,
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

/** Calls back on Escape anywhere on the page, unless it closes a menu or another element used it. */
export function useEscapeKey(onEscape: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (document.querySelector(":popover-open, dialog[open], nav details[open]")) return;
    // A search closes its list, then empties its field.
    if (event.target instanceof Element && event.target.matches("[role=combobox]")) return;
    onEscape();
  });
  useEffect(() => {
    // In the capturing phase a menu that Escape is about to close is still open.
    const listen = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
}
