import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import type { CountedPlaceList } from "#domain/place-index/place-results.ts";

export type WorkerMessage =
  /** The page has started; its language. */
  | { readonly kind: "started"; readonly language: string }
  | { readonly kind: "language"; readonly language: string }
  | { readonly kind: "places-changed" }
  /** The visitor wants the new version now. */
  | { readonly kind: "take-over" };

export function postToWorker(message: WorkerMessage): void {
  navigator.serviceWorker?.controller?.postMessage(message);
}

/** Paths of the pages that work without a connection; each posts a message to the worker once it has started. */
export const offlinePages: readonly string[] = ["/", "/way", "/places", "/offline", "/card"];

/** Path at which the service worker responds to the list page's parameters, whose schema the page does not load. */
export const savedListPath = "/worker/list";

export interface SavedListResponse {
  readonly query: PlaceListQuery;
  readonly list: CountedPlaceList;
}
