import { addProtocol } from "maplibre-gl";
import { PMTiles } from "pmtiles";
import type { StreetTiles } from "#app/features/map/base-map/styles/street-style.ts";

const protocol = "pmtiles";

/**
 * Opens a PMTiles file by its header and hands its tiles to MapLibre, which reads them in ranges.
 *
 * @throws {Error} where the file cannot be read, or is not a PMTiles file
 */
export async function openPmtiles(url: string): Promise<StreetTiles> {
  const archive = new PMTiles(new URL(url, location.href).href);
  const header = await archive.getHeader();
  const { minLon, minLat, maxLon, maxLat } = header;
  addProtocol(protocol, async ({ url: address }, { signal }) => {
    const [z = 0, x = 0, y = 0] = address.slice(`${protocol}://`.length).split("/").map(Number);
    const tile = await readTile(archive, { z, x, y }, signal);
    return { data: new Uint8Array(tile?.data ?? []), cacheControl: tile?.cacheControl };
  });
  return {
    tiles: [`${protocol}://{z}/{x}/{y}`],
    maxzoom: header.maxZoom,
    // MapLibre asks for no tiles outside the file's bounds.
    bounds: [minLon, minLat, maxLon, maxLat],
  };
}

/** Undefined where the file has no such tile. A refused range is a failed load, like a missing answer. */
async function readTile(
  archive: PMTiles,
  { z, x, y }: { z: number; x: number; y: number },
  signal: AbortSignal,
) {
  try {
    return await archive.getZxy(z, x, y, signal);
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) throw error;
    throw new DOMException(error instanceof Error ? error.message : "", "NetworkError");
  }
}
