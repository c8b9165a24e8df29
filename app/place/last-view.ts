import { formatMapView, type MapView, parseMapView } from "#domain/map/map-view.ts";

const key = "mosdo:map-view";

/** Stores the live map's view, for a map that this tab opens later. */
export function keepLastView(view: MapView): void {
  try {
    sessionStorage.setItem(key, formatMapView(view));
  } catch {
    // Without storage, the next map opens at its default.
  }
}

/** The last view of this tab's live map; null without one. */
export function loadLastView(): MapView | null {
  try {
    return parseMapView(sessionStorage.getItem(key) ?? "");
  } catch {
    return null;
  }
}
