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
