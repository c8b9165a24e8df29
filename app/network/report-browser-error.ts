import { errorName, ownFrames, withoutPersons } from "#domain/operation/browser-error.ts";
import type { isNetworkError } from "./offline-detection.ts";

/** Number of errors that one page reports: those that follow the first often come from it. */
const maxReports = 3;

/** Names of errors that belong to a broken connection, or to a request that is no longer needed. */
const expectedNames: ReadonlySet<string> = new Set([
  "AbortError",
  "ChunkLoadError",
  "TimeoutError",
]);

/** Errors that this page has reported, so that each is reported once. */
const reported = new Set<string>();

/**
 * Reports an unexpected error of our scripts to the server, without personal data (docs/product#errors-in-browsers).
 * @param isOfNetwork says whether an error means a lost connection
 */
export function reportBrowserError(
  event: ErrorEvent | PromiseRejectionEvent,
  isOfNetwork: typeof isNetworkError,
): void {
  const error: unknown = "reason" in event ? event.reason : event.error;
  // What the server has logged itself is not an `Error` here, or has no stack.
  if (!(error instanceof Error) || expectedNames.has(error.name) || isOfNetwork(error)) return;
  const frames = ownFrames(error.stack ?? "", location.origin);
  if (frames.length === 0 || document.querySelector("meta[name=browser-errors]")) return;
  const name = errorName.test(error.name) ? error.name : "Error";
  const message = withoutPersons(error.message);
  const key = `${name} ${message} ${frames[0]}`;
  if (reported.has(key) || reported.size >= maxReports) return;
  reported.add(key);
  const report = { name, message, frames, path: location.pathname.slice(0, 200) };
  const body = new Blob([JSON.stringify(report)], { type: "application/json" });
  navigator.sendBeacon("/api/v1/browser-errors", body);
}
