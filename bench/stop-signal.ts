/**
 * Aborted when the run is asked to end (Ctrl-C, SIGTERM): whoever works on looks at it and throws,
 * so that servers are stopped and folders removed on the way out.
 */
export function listenForStop(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => stop.abort(new Error(`ended by ${signal}`)));
  }
  return stop.signal;
}
