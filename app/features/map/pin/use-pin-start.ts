import { useEffect, useEffectEvent, useState } from "react";
import { loadLastView } from "#app/features/map/live/last-view.ts";
import { findPosition } from "#app/ui/find-position.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { type MapView, startView } from "#domain/map/map-view.ts";

/** From this zoom on a view says where somebody looked: a county on the screen, not a country. */
const closestOverviewZoom = 9;
/** How close the map comes to a person: their part of the town. */
const personZoom = 14;
/** Longer than this the map does not wait for a position. */
const maxWaitMs = 1_000;

/**
 * What the minimap opens with before there is a pin: what the map of this tab showed last, the point
 * that the list is sorted by, or where the visitor is, if the browser may tell that without asking; else
 * the start view. Null until that is known, a second at most.
 */
export function usePinStart(near: Coordinates | null): MapView | null {
  const [start, setStart] = useState<MapView | null>(null);
  const choose = useEffectEvent((isOver: () => boolean) => {
    const last = loadLastView();
    if (last && last.zoom >= closestOverviewZoom) return setStart(last);
    if (near) return setStart(around(near));
    const waiting = new Promise<null>((resolve) => setTimeout(() => resolve(null), maxWaitMs));
    void Promise.race([findGrantedPosition(), waiting]).then((position) => {
      if (!isOver()) setStart(position ? around(position) : startView);
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

/** Where the visitor is; null where the browser would have to ask them. */
async function findGrantedPosition(): Promise<Coordinates | null> {
  try {
    const { state } = await navigator.permissions.query({ name: "geolocation" });
    if (state !== "granted") return null;
    const found = await findPosition(navigator.geolocation);
    return found.ok ? found.position : null;
  } catch {
    return null;
  }
}
