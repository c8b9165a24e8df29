/** The scheme of the addresses under which MapLibre asks for the places' tiles. */
export const placeTileScheme = "places";

/** So many tiles are kept, of a few kilobytes each: some screens full. */
const maxKeptTiles = 128;

const minuteMs = 60_000;
/** The server's clock may be a little behind the device's. */
const clockSkewMs = 1_000;

interface PlaceTilesOptions {
  /** Nobody looks at the page: what is shown need not be renewed. */
  readonly isHidden: () => boolean;
  /** A tile did not come. */
  readonly onLoadFailure: () => void;
}

/**
 * Hands the places' tiles to MapLibre. They say what is open, so each is to be renewed as the minute turns,
 * also for the administrator, whose answers may not be kept and so never run out by themselves.
 *
 * A tile that can't be renewed stays as it was: MapLibre would take its markers off the map until the
 * visitor moves it, just where the connection is bad.
 */
export class PlaceTiles {
  readonly #kept = new Map<string, ArrayBuffer>();
  readonly #options: PlaceTilesOptions;

  constructor(options: PlaceTilesOptions) {
    this.#options = options;
  }

  /**
   * @param address `places://z/x/y.mvt?…`
   * @throws {DOMException} `AbortError`, or `NetworkError` for a tile that was never there
   */
  async load(address: string, signal: AbortSignal) {
    const kept = this.#kept.get(address);
    if (kept && this.#options.isHidden()) return toResponse(kept);
    try {
      const tile = await fetchTile(address, kept !== undefined, signal);
      this.#keep(address, tile);
      return toResponse(tile);
    } catch (error) {
      signal.throwIfAborted();
      if (!kept) throw new DOMException(String(error), "NetworkError");
      this.#options.onLoadFailure();
      return toResponse(kept);
    }
  }

  /** The one asked for last is the last to go. */
  #keep(address: string, tile: ArrayBuffer): void {
    this.#kept.delete(address);
    this.#kept.set(address, tile);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKeptTiles) this.#kept.delete(oldest);
  }
}

/** A renewal asks the server, whatever the browser has: a device's clock may be well before the server's. */
async function fetchTile(
  address: string,
  isRenewal: boolean,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const path = address.replace(`${placeTileScheme}://`, "/tiles/places/");
  const response = await fetch(path, { signal, cache: isRenewal ? "no-cache" : "default" });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  return response.arrayBuffer();
}

/**
 * MapLibre sends the bytes on to a worker, which takes them away from here: it gets a copy. Without the
 * ETag, by which it would know an unchanged tile: for such a one it draws no frame, and may never say that
 * the map stands still.
 */
function toResponse(tile: ArrayBuffer) {
  const restMs = minuteMs - (Date.now() % minuteMs) + clockSkewMs;
  const cacheControl = `max-age=${Math.ceil(restMs / 1000)}`;
  return { data: tile.slice(0), cacheControl };
}
