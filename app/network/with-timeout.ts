interface Limits {
  readonly limitMs: number;
  /** Aborts the work. */
  readonly signal?: AbortSignal;
}

/**
 * Result of some work within a time limit. Work that ignores its signal is not waited for either.
 *
 * @throws the signal's reason, or an error that names the time limit
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
