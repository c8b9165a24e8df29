/** How long a file of the build may take (docs/product#loading-of-scripts). */
const timeoutMs = 120_000;
/** Before the second try, so that a connection that broke off has a moment to come back. */
const pauseMs = 1_000;

const arrivals = new Map<string, Promise<void>>();

/**
 * Gets a file of the build into the browser's cache, where the `import()`, the style sheet or the
 * worker that needs it then finds it (docs/decisions/011). One that fails or takes over 120 s is
 * asked for once more; one that the page has already is not asked for.
 *
 * @param address as it will be asked for, such as `/assets/map-canvas-B4aPUt7z.js`
 * @throws {ChunkLoadError} when the second time fails too
 */
export function fetchAhead(address: string): Promise<void> {
  const known = arrivals.get(address);
  if (known) return known;
  const arrival = isInDocument(address) ? Promise.resolve() : fetchTwice(address);
  arrivals.set(address, arrival);
  arrival.catch(() => arrivals.delete(address));
  return arrival;
}

/** Whether the document that the server sent has already loaded it. */
function isInDocument(address: string): boolean {
  const link = `link[href="${address}"]`;
  return document.querySelector(`${link}[rel=modulepreload],${link}[rel=stylesheet]`) !== null;
}

async function fetchTwice(address: string): Promise<void> {
  try {
    await fetchInTime(address);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await fetchInTime(address).catch((cause: unknown) => {
      throw new ChunkLoadError(`${address} could not be loaded`, { cause });
    });
  }
}

async function fetchInTime(address: string): Promise<void> {
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`answered with ${response.status}`);
  // Only what was read to its end is kept.
  await response.arrayBuffer();
}

/** A piece of script did not come, twice. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
}
