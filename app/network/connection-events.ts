/** How long without contact until the page says that it is offline (docs/product#offline). */
export const offlineAfterMs = 10_000;

const failedLoad = "mosdo:failed-load";
const contact = "mosdo:contact";

/** Says that a request got no answer, or not all of one; an answer with an error status is contact. */
export function reportFailedLoad(): void {
  window.dispatchEvent(new Event(failedLoad));
}

/** Says that the server answered. */
export function reportContact(): void {
  window.dispatchEvent(new Event(contact));
}

/** Listens for both; the function it returns stops listening. */
export function listenForContact(onFailedLoad: () => void, onContact: () => void): () => void {
  window.addEventListener(failedLoad, onFailedLoad);
  window.addEventListener(contact, onContact);
  return () => {
    window.removeEventListener(failedLoad, onFailedLoad);
    window.removeEventListener(contact, onContact);
  };
}

/**
 * Whether what the router's own loading threw says that no answer came, or only a part of one: the
 * network, and not our code. A browser's fetch fails with a TypeError then; where it happens within the
 * body, the router names that as the cause of its own error.
 */
export function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOfNetwork = error instanceof TypeError && networkFailure.test(error.message);
  return isOfNetwork || isNetworkError(error.cause);
}

/** What Chromium, Firefox and Safari say of it. */
const networkFailure = /fetch|network|load failed|error in \w+ stream/i;
