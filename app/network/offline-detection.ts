/** Time without contact until the page says that it is offline (docs/product#offline). */
export const offlineAfterMs = 10_000;

const failedLoad = "mosdo:failed-load";
const contact = "mosdo:contact";

/** Reports that a request got no answer, or not all of one; an answer with an error status is contact. */
export function reportFailedLoad(): void {
  window.dispatchEvent(new Event(failedLoad));
}

/** Reports that the server answered. */
export function reportContact(): void {
  window.dispatchEvent(new Event(contact));
}

/** Listens for both; the returned function stops that. */
export function listenForContact(onFailedLoad: () => void, onContact: () => void): () => void {
  window.addEventListener(failedLoad, onFailedLoad);
  window.addEventListener(contact, onContact);
  return () => {
    window.removeEventListener(failedLoad, onFailedLoad);
    window.removeEventListener(contact, onContact);
  };
}

/**
 * Whether an error of the router's loading means that no answer came, or only a part of one: a failure of the
 * network, not of the code. A browser's fetch then fails with a TypeError; within the body, the router names
 * that as the cause of its own error.
 */
export function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOfNetwork = error instanceof TypeError && networkFailure.test(error.message);
  return isOfNetwork || isNetworkError(error.cause);
}

/** Messages of Chromium, Firefox and Safari. */
const networkFailure = /fetch|network|load failed|error in \w+ stream/i;
