import type { MapPageQuery } from "#domain/map-page-query.ts";
import type { Place } from "#domain/place.ts";
import type { PlaceList } from "#domain/place-list.ts";

/** The place that the address names, as far as it was found. */
export type ChosenResult =
  | { readonly kind: "none" }
  | { readonly kind: "place"; readonly place: Place }
  /** There is no such place, or none that the viewer may see. */
  | { readonly kind: "missing" }
  /** It could not be asked for. */
  | { readonly kind: "failed" };

/** What the map page is rendered from. */
export interface MapPageData {
  /** ISO 8601 instant. */
  readonly renderedAt: string;
  readonly query: MapPageQuery;
  readonly chosen: ChosenResult;
  /** The places around the middle of the opening view; null where the browser is to ask for them. */
  readonly list: PlaceList | null;
  /** Whether the server could not read the list: a page without one is not a map without places. */
  readonly hasListFailed: boolean;
  /** The places on the chosen place's point, itself included; null where the browser is to ask for them. */
  readonly here: readonly Place[] | null;
}
