import { useState } from "react";
import { findPosition, type PositionFault } from "#app/ui/find-position.ts";
import type { Coordinates } from "#domain/coordinates.ts";

/** Finds out where the visitor is when asked to, and why it could not. */
export function useFindPosition(onFound: (position: Coordinates) => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<PositionFault | null>(null);
  const find = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setFault(null);
    const found = await findPosition(navigator.geolocation);
    setIsBusy(false);
    if (found.ok) onFound(found.position);
    else setFault(found.fault);
  };
  return { isBusy, fault, find };
}
