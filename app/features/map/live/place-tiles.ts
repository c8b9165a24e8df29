import { requestCredentials } from "#app/network/fetch-api.ts";
import { reportResponse, savedAtHeader } from "#app/network/offline-detection.ts";
import { BoundedCache } from "#domain/place-index/bounded-cache.ts";

/** Scheme of the URLs under which MapLibre requests the places' tiles. */
export const placeTileScheme = "places";

/** Maximum number of cached tiles, a few kilobytes each: some screens full. */
const maxCachedTiles = 128;

const minuteMs = 60_000;
/** Allowance for a server's clock that is behind the device's. */
const clockSkewMs = 1_000;

interface PlaceTilesOptions {
  /** Whether the page is hidden: then shown tiles need not be renewed. */
  readonly isHidden: () => boolean;
  /** Called when a tile could not be loaded. */
  readonly onLoadFailure: () => void;
}

/**
 * Gives the places' tiles to MapLibre. They show what is open, so each is renewed as the minute turns, also
 * for staff, whose responses may not be cached and so never expire by themselves.
 *
 * A tile that cannot be renewed stays as it was: without it, MapLibre would take its markers off the map
 * until the visitor moves the map, just where the connection is bad.
 */
export class PlaceTiles {
  readonly #kept = new BoundedCache<string, ArrayBuffer>(maxCachedTiles);
  readonly #options: PlaceTilesOptions;

  constructor(options: PlaceTilesOptions) {
    this.#options = options;
  }

  /**
   * @param url `places://z/x/y.mvt?…`
   * @throws {DOMException} `AbortError`, or `NetworkError` for a tile that was never loaded
   */
  async load(url: string, signal: AbortSignal) {
    const cached = this.#kept.get(url);
    if (cached && this.#options.isHidden()) return toResponse(cached);
    try {
      const tile = await fetchTile(url, cached !== undefined, signal);
      this.#kept.set(url, tile);
      return toResponse(tile);
    } catch (error) {
      signal.throwIfAborted();
      if (!cached) throw new DOMException(String(error), "NetworkError");
      this.#options.onLoadFailure();
      return toResponse(cached);
    }
  }
}

/**
 * A renewal requests it from the server, whatever the browser has cached: a device's clock may be well before
 * the server's.
 */
async function fetchTile(
  url: string,
  isRenewal: boolean,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const path = url.replace(`${placeTileScheme}://`, "/tiles/places/");
  const response = await fetch(path, {
    signal,
    cache: isRenewal ? "no-cache" : "default",
    credentials: requestCredentials(path),
  });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  if (response.headers.has(savedAtHeader)) reportResponse(response.headers);
  return response.arrayBuffer();
}

/**
 * MapLibre transfers the bytes to a worker, which takes them away from here: it gets a copy. Without the
 * ETag, by which it would recognize an unchanged tile: for that it draws no frame, and may never report that
 * the map is idle.
 */
function toResponse(tile: ArrayBuffer) {
  const restMs = minuteMs - (Date.now() % minuteMs) + clockSkewMs;
  const cacheControl = `max-age=${Math.ceil(restMs / 1000)}`;
  return { data: tile.slice(0), cacheControl };
}
