import { googleWindowAddress } from "./google-addresses.ts";

const size = { width: 500, height: 640 };

/** Opens Google's sign-in in a window of its own; null where the browser blocks that. */
export function openGoogleWindow(): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - size.width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - size.height) / 2);
  const features = `popup,width=${size.width},height=${size.height},left=${left},top=${top}`;
  return window.open(googleWindowAddress, "mosdo-google", features);
}

const lookEveryMs = 500;

/**
 * Calls back once the window has been closed and this page has the focus again. A page of the
 * provider may cut the tie between the two, after which an open window looks closed: while someone
 * is busy there, this page does not have the focus. Twice in a row, since a window that ended well
 * closes a moment before its message is here.
 *
 * @returns stops looking
 */
export function watchGoogleWindow(opened: Window, onClosed: () => void): () => void {
  let timesClosed = 0;
  const timer = setInterval(() => {
    timesClosed = opened.closed && document.hasFocus() ? timesClosed + 1 : 0;
    if (timesClosed < 2) return;
    clearInterval(timer);
    onClosed();
  }, lookEveryMs);
  return () => clearInterval(timer);
}
