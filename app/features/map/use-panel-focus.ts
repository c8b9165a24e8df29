import { type RefObject, useEffect, useRef } from "react";
import type { MapHandle } from "./map-canvas.tsx";

/**
 * Takes the focus to the title of a place that was just chosen, and on closing back to its entry in the
 * list, or to the map where the list has none. A page that opens with a chosen place keeps its focus.
 *
 * @param isShown whether the title is there yet
 */
export function usePanelFocus(
  placeId: number | null,
  isShown: boolean,
  map: RefObject<MapHandle | null>,
): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  const focused = useRef(placeId);
  useEffect(() => {
    const before = focused.current;
    if (before === placeId || (placeId !== null && !isShown)) return;
    focused.current = placeId;
    if (placeId !== null) return title.current?.focus({ preventScroll: true });
    const entry = document.querySelector<HTMLElement>(`[data-place="${before}"]`);
    if (entry) entry.focus({ preventScroll: true });
    else map.current?.focus();
  }, [placeId, isShown, map]);
  return title;
}
