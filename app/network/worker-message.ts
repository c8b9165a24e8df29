import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import type { CountedPlaceList } from "#domain/place-index/place-answers.ts";

/** What a page tells the service worker. */
export type WorkerMessage =
  /** The page has started; its language. */
  | { readonly kind: "started"; readonly language: string }
  /** The language of the pages. */
  | { readonly kind: "language"; readonly language: string }
  /** The places that this browser keeps have changed. */
  | { readonly kind: "places-changed" }
  /** The visitor wants the new version now. */
  | { readonly kind: "take-over" };

/** Tells the worker, where there is one. */
export function tellWorker(message: WorkerMessage): void {
  navigator.serviceWorker?.controller?.postMessage(message);
}

/** Paths of the pages that work without a connection; each tells the worker once it has started. */
export const keptPages: readonly string[] = ["/", "/places", "/offline"];

/**
 * Address at which the service worker, and no server, answers the list page's parameters, from what the browser
 * keeps. The page itself has no schema to read them with: it would weigh on its first script.
 */
export const keptListPath = "/worker/list";

export interface KeptListResponse {
  readonly query: PlaceListQuery;
  readonly list: CountedPlaceList;
}
