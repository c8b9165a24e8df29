import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder for one run, removed when disposed. */
export async function temporaryDirectory(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "mosdo-bench-"));
  // Reachable for the user that PostgreSQL runs as when root measures.
  await chmod(path, 0o755);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/**
 * Signal that aborts when the run is asked to end (Ctrl-C, SIGTERM): work under way checks it and
 * throws, so that servers are stopped and folders removed.
 */
export function listenForStop(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => stop.abort(new Error(`ended by ${signal}`)));
  }
  return stop.signal;
}
