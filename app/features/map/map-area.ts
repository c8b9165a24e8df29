import type { MapView } from "#domain/map-view.ts";

/** What the map shows: its view, and how large its window is in CSS pixels. */
export interface MapArea {
  readonly view: MapView;
  readonly size: { readonly width: number; readonly height: number };
}
