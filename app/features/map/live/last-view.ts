import { formatMapView, type MapView, parseMapView } from "#domain/map/map-view.ts";

const key = "mosdo:map-view";

/** Notes what the live map shows, for a map that this tab opens later. */
export function keepLastView(view: MapView): void {
  try {
    sessionStorage.setItem(key, formatMapView(view));
  } catch {
    // Storage is not to be had; the next map opens where it would have before.
  }
}

/** What the live map of this tab showed last; null where there was none. */
export function loadLastView(): MapView | null {
  try {
    return parseMapView(sessionStorage.getItem(key) ?? "");
  } catch {
    return null;
  }
}
