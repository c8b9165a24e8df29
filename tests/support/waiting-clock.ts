const stepMs = 100;

/**
 * Clock of the time in which this process waits: it counts a step when the event loop gets round to it, so
 * neither a busy machine nor work of the process itself passes for waiting. On a busy machine it runs slow.
 */
export function startWaitingClock(): { waitedMs: () => number } & Disposable {
  let steps = 0;
  const timer = setInterval(() => {
    steps += 1;
  }, stepMs);
  return { waitedMs: () => steps * stepMs, [Symbol.dispose]: () => clearInterval(timer) };
}
