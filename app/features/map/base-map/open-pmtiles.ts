import { addProtocol } from "maplibre-gl";
import { PMTiles } from "pmtiles";
import type { StreetTiles } from "#app/features/map/base-map/styles/base-map-styles.ts";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";

const protocol = "pmtiles";

/** Tiles of a file; `covered` is the area that a file of a part of the world says that it shows. */
export interface OpenedPmtiles {
  readonly tiles: StreetTiles;
  readonly covered?: readonly BoundingBox[];
}

/**
 * Opens a PMTiles file by its header and hands its tiles to MapLibre, which reads them in ranges.
 *
 * @param isPart whether its metadata is to be read for the area that it shows
 * @throws {Error} where the file cannot be read, or is not a PMTiles file
 */
export async function openPmtiles(url: string, isPart: boolean): Promise<OpenedPmtiles> {
  const archive = new PMTiles(new URL(url, location.href).href);
  const header = await archive.getHeader();
  const metadata = isPart ? await archive.getMetadata() : null;
  const { minLon, minLat, maxLon, maxLat } = header;
  addProtocol(protocol, async ({ url: tileUrl }, { signal }) => {
    const [z = 0, x = 0, y = 0] = tileUrl.slice(`${protocol}://`.length).split("/").map(Number);
    const tile = await readTile(archive, { z, x, y }, signal);
    // Without an expiry: MapLibre would load the tile again, and without a connection the streets would go.
    return { data: new Uint8Array(tile?.data ?? []) };
  });
  const tiles: StreetTiles = {
    tiles: [`${protocol}://{z}/{x}/{y}`],
    maxzoom: header.maxZoom,
    // MapLibre requests no tiles outside the file's bounds.
    bounds: [minLon, minLat, maxLon, maxLat],
  };
  return isPart ? { tiles, covered: readCovered(metadata) } : { tiles };
}

/** The boxes of the area that our own file covers. */
function readCovered(metadata: unknown): BoundingBox[] {
  const { covered } = Object(metadata) as { covered?: readonly (readonly number[])[] };
  return (covered ?? []).map(([west, south, east, north]) => ({ west, south, east, north }));
}

/** Undefined where the file has no such tile. A refused range is a failed load, like a missing response. */
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
