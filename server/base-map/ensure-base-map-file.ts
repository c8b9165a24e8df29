import { open } from "node:fs/promises";

const headerBytes = 127;
const magic = "PMTiles";
const version = 3;
/** Position of the tile type in the header, and its value for vector tiles. */
const tileTypeAt = 99;
const vectorTiles = 1;

/**
 * Check of the file of `MAP_PMTILES`, before pages rely on it.
 *
 * @throws {Error} with one clear line where the file cannot be read, or is not a PMTiles file of
 *   vector tiles
 */
export async function ensureBaseMapFile(path: string): Promise<void> {
  const header = await readHeader(path);
  const isPmtiles =
    header.length === headerBytes &&
    header.toString("latin1", 0, magic.length) === magic &&
    header[magic.length] === version;
  if (!isPmtiles) {
    throw new Error(`MAP_PMTILES is '${path}': it must be a PMTiles file, version ${version}.`);
  }
  if (header[tileTypeAt] !== vectorTiles) {
    throw new Error(`MAP_PMTILES is '${path}': its tiles must be vector tiles.`);
  }
}

/** Header of the file; shorter where the file is. */
async function readHeader(path: string): Promise<Buffer> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? ` (${error.code})` : "";
    throw new Error(`MAP_PMTILES is '${path}': it can't be read${reason}.`, { cause: error });
  }
}
