import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Lends something that was opened, and releases it whatever happens: `await using` for Node 22. */
export async function withResource<Resource extends AsyncDisposable, Result>(
  opening: Promise<Resource>,
  use: (resource: Resource) => Promise<Result>,
): Promise<Result> {
  const resource = await opening;
  try {
    return await use(resource);
  } finally {
    await resource[Symbol.asyncDispose]();
  }
}

/** A new folder for one run, removed when disposed. */
export async function temporaryDirectory(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "mosdo-bench-"));
  // Reachable for the user that PostgreSQL runs as when root measures.
  await chmod(path, 0o755);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

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
