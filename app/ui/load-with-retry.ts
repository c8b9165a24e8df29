import { inTime } from "#app/network/in-time.ts";

/** How long a piece of script may take (specification, section 7). */
export const chunkTimeoutMs = 120_000;

/** A piece of script did not come, twice. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
}

/**
 * Loads a lazily loaded piece of script: `loadWithRetry(() => import("./map-view.tsx"))`. One that
 * fails or takes over two minutes is asked for once more.
 *
 * @throws {ChunkLoadError} when the second time fails too
 */
export async function loadWithRetry<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await inTime({ limitMs: chunkTimeoutMs }, load);
  } catch {
    try {
      return await inTime({ limitMs: chunkTimeoutMs }, load);
    } catch (cause) {
      throw new ChunkLoadError("a part of the page could not be loaded", { cause });
    }
  }
}
