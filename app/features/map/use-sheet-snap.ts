import { useState } from "react";
import type { SheetSnap } from "./sheet-snap.ts";

/** The sheet's height: half for a place that was just chosen, a peek when it was closed. */
export function useSheetSnap(
  placeId: number | null,
): readonly [snap: SheetSnap, setSnap: (snap: SheetSnap) => void] {
  const standard = placeId === null ? "peek" : "half";
  const [shownId, setShownId] = useState(placeId);
  const [snap, setSnap] = useState<SheetSnap>(standard);
  if (shownId !== placeId) {
    setShownId(placeId);
    setSnap(standard);
  }
  return [snap, setSnap];
}
