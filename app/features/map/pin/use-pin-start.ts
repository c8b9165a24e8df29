import { useEffect, useEffectEvent, useState } from "react";
import { useStartView } from "#app/features/map/base-map/base-map-state.ts";
import { withTimeLimit } from "#app/network/fetch-api.ts";
import { loadLastView } from "#app/place/last-view.ts";
import { findPosition, isPositionGranted } from "#app/ui/find-position.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { startView } from "#domain/map/initial-view.ts";
import type { MapView } from "#domain/map/map-view.ts";

/** Minimum zoom of a view that says where the visitor looked: a county on the screen, not a country. */
const closestOverviewZoom = 9;
/** Zoom for a person: their part of the town. */
const personZoom = 14;
/** Time limit of waiting for a position. */
const maxWaitMs = 1_000;

/**
 * The minimap's initial view before there is a pin: the last view of this tab's map, the point by which the
 * list is sorted, or the visitor's position, if the browser gives it without a prompt; else the start view.
 * Null until that is known, a second at most.
 */
export function usePinStart(near: Coordinates | null): MapView | null {
  const [start, setStart] = useState<MapView | null>(null);
  const ownStart = useStartView();
  const choose = useEffectEvent((isOver: () => boolean) => {
    const last = loadLastView();
    if (last && last.zoom >= closestOverviewZoom) return setStart(last);
    if (near) return setStart(around(near));
    void withTimeLimit({ limitMs: maxWaitMs }, findGrantedPosition)
      .catch(() => null)
      .then((position) => {
        if (!isOver()) setStart(position ? around(position) : (ownStart ?? startView));
      });
  });
  useEffect(() => {
    let isOver = false;
    choose(() => isOver);
    return () => {
      isOver = true;
    };
  }, []);
  return start;
}

function around([longitude, latitude]: Coordinates): MapView {
  return { longitude, latitude, zoom: personZoom };
}

/** The visitor's position; null where the browser would have to prompt. */
async function findGrantedPosition(): Promise<Coordinates | null> {
  if (!(await isPositionGranted())) return null;
  const found = await findPosition(navigator.geolocation);
  return found.ok ? found.position : null;
}
