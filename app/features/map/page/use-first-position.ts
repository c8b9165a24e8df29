import { useEffect, useState } from "react";
import { findPosition } from "#app/ui/find-position.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";

/**
 * Asks where the visitor is as soon as the page lives, long before the map's script has come.
 *
 * @returns whether the map's own control may ask as well: not before this answer, for the browser would ask
 * the visitor twice, and not after a refusal
 */
export function useFirstPosition(onPosition: (position: Coordinates) => void): boolean {
  const [mayAsk, setMayAsk] = useState(false);
  useEffect(() => {
    void findPosition(navigator.geolocation).then((found) => {
      if (found.ok) onPosition(found.position);
      setMayAsk(found.ok || found.fault !== "refused");
    });
  }, []);
  return mayAsk;
}
