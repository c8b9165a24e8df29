import { formatMapView, type MapView, parseMapView } from "#domain/map/map-view.ts";

const key = "mosdo:map-view";
const changed = "mosdo:map-view-changed";

/** Stores the live map's view, or where a page's places are, for a map that this tab opens later. */
export function storeLastView(view: MapView): void {
  try {
    sessionStorage.setItem(key, formatMapView(view));
    dispatchEvent(new Event(changed));
  } catch {
    // Without storage, the next map opens at its default.
  }
}

export function loadLastView(): MapView | null {
  try {
    return parseMapView(sessionStorage.getItem(key) ?? "");
  } catch {
    return null;
  }
}

export function onNextView(call: () => void): void {
  addEventListener(changed, call, { once: true });
}
