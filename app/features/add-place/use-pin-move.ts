import { useState } from "react";
import type { Coordinates } from "#domain/coordinates.ts";

/** A pin that is being adjusted: where it stands until it is saved or put back. */
export function usePinMove() {
  /** Null while nobody adjusts it; `point` is null until it has been moved. */
  const [move, setMove] = useState<{ point: Coordinates | null } | null>(null);
  return {
    isAdjusting: move !== null,
    point: move?.point ?? null,
    begin: () => setMove({ point: null }),
    moveTo: (point: Coordinates) => setMove({ point }),
    cancel: () => setMove(null),
  };
}

export type PinMove = ReturnType<typeof usePinMove>;
