/** What a page tells the service worker. */
export type WorkerMessage =
  /** The page has started; its language. */
  | { readonly kind: "started"; readonly language: string }
  /** The places that this browser keeps have changed. */
  | { readonly kind: "places-changed" }
  /** The visitor wants the new version now. */
  | { readonly kind: "take-over" };
