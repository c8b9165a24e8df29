import { useEffect, useState } from "react";
import { findPosition } from "#app/ui/find-position.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";

/**
 * Asks for the visitor's position as soon as the page is hydrated, long before the map's script has loaded.
 *
 * @param isWaiting whether the page is about to open another address; it stays as it is while this is shown
 * @returns whether the map's control may ask as well: not before this answer, because the browser would ask
 * the visitor twice, and not after a refusal
 */
export function useFirstPosition(
  onPosition: (position: Coordinates) => void,
  isWaiting: boolean,
): boolean {
  const [mayAsk, setMayAsk] = useState(false);
  useEffect(() => {
    if (isWaiting) return;
    void findPosition(navigator.geolocation).then((found) => {
      if (found.ok) onPosition(found.position);
      setMayAsk(found.ok || found.fault !== "refused");
    });
  }, []);
  return mayAsk;
}
