const idleTimeoutMs = 2_000;

/** Runs work when the browser is idle, at the latest after two seconds. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: idleTimeoutMs });
  else setTimeout(work, 200);
}
