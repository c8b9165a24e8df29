interface Limits {
  readonly limitMs: number;
  /** Aborted when nobody waits any more. */
  readonly signal?: AbortSignal;
}

/**
 * What some work comes to, as long as that takes no longer than it may and somebody waits for it.
 * Work that ignores the signal it is handed is not waited for either.
 *
 * @throws what the signal was aborted with, or an error that says how long it took
 */
export async function withTimeout<Value>(
  { limitMs, signal }: Limits,
  work: (limited: AbortSignal) => Promise<Value>,
): Promise<Value> {
  signal?.throwIfAborted();
  // `AbortSignal.any` would be shorter, but Safari has it only since 17.4.
  const limit = new AbortController();
  const stop = () => limit.abort(signal?.reason);
  const timer = setTimeout(() => limit.abort(new Error(`not done in ${limitMs} ms`)), limitMs);
  signal?.addEventListener("abort", stop);
  try {
    const stopped = new Promise<never>((_, reject) => {
      limit.signal.addEventListener("abort", () => reject(limit.signal.reason));
    });
    return await Promise.race([work(limit.signal), stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
