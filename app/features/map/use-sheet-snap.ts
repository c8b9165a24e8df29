import { useState } from "react";
import type { SheetSnap } from "./sheet-snap.ts";

/**
 * The sheet's height: half for a place that was just chosen, a peek when it was closed, and while somebody is
 * led to it, when the map is what counts.
 */
export function useSheetSnap(
  placeId: number | null,
  isGuiding: boolean,
): readonly [snap: SheetSnap, setSnap: (snap: SheetSnap) => void] {
  const standard = placeId === null || isGuiding ? "peek" : "half";
  const shown = `${placeId} ${isGuiding}`;
  const [last, setLast] = useState(shown);
  const [snap, setSnap] = useState<SheetSnap>(standard);
  if (last !== shown) {
    setLast(shown);
    setSnap(standard);
  }
  return [snap, setSnap];
}
