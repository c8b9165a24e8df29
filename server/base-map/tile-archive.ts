import { existsSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { PMTiles, ResolvedValueCache } from "pmtiles";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import type { MapView } from "#domain/map/map-view.ts";

interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Tile with its data, unpacked (Mapbox Vector Tile Specification, 2.1). */
export interface MapTile extends TileAddress {
  readonly data: Uint8Array;
}

/** Box in world fractions. */
export interface WorldBox {
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}

/** Tiles of an area, and the part of the world that their archive covers there. */
export interface AreaTiles {
  readonly tiles: readonly MapTile[];
  readonly covered: readonly WorldBox[];
}

/** Tiles of the embedded base map, relative to the server's working directory. */
export const worldMapFile = "server/base-map/world.pmtiles";

/** Time for which the file's version is cached: it is read before each cached response. */
const versionMs = 1_000;

const unpack = promisify(gunzip);

/** The file as last opened; another version is another file. */
interface OpenedArchive {
  readonly version: string;
  /** Directories of the file. */
  readonly cache: ResolvedValueCache;
  readonly covered: readonly WorldBox[];
  readonly maxZoom: number;
}

/**
 * Reader of a PMTiles file: of the embedded base map (docs/decisions/005), and of the street map of the
 * imported extracts (docs/decisions/049). The file is opened for each area, so that an import may
 * replace or remove it while the server runs.
 */
export class TileArchive {
  readonly path: string;
  readonly #fromZoom: number;
  #opened: OpenedArchive | null = null;
  #version = { name: "", untilMs: 0 };

  /**
   * @param path of the file, which may be missing
   * @param fromZoom lowest zoom at which an area shows it
   */
  constructor(path: string, fromZoom = 0) {
    this.path = path;
    this.#fromZoom = fromZoom;
  }

  /** Name of the file's content within the last second; empty without a file. */
  version(): string {
    const atMs = performance.now();
    if (atMs >= this.#version.untilMs) {
      const found = statSync(this.path, { throwIfNoEntry: false });
      this.#version = { name: found ? versionOf(found) : "", untilMs: atMs + versionMs };
    }
    return this.#version.name;
  }

  /** Whether the file covers a point. */
  async covers({ longitude, latitude }: Pick<MapView, "longitude" | "latitude">): Promise<boolean> {
    const [x, y] = [worldX(longitude), worldY(latitude)];
    const covers = ({ covered }: OpenedArchive) => covered.some((box) => isIn(x, y, box));
    const version = this.version();
    if (version === "") return false;
    if (this.#opened?.version === version) return covers(this.#opened);
    const found = await this.#read(decompress, async (_, opened) => covers(opened)).catch(
      () => null,
    );
    return found ?? false;
  }

  /**
   * Tiles that any of some boxes touch at a zoom; null where the file has nothing to draw or cannot be
   * read, or at too low a zoom.
   */
  async find(boxes: readonly WorldBox[], zoom: number): Promise<AreaTiles | null> {
    if (zoom < this.#fromZoom) return null;
    // A picture without these tiles is better than none.
    return this.#read(decompress, async (archive, { covered, maxZoom }) => {
      const seen = covered.filter((box) => boxes.some((other) => overlap(box, other)));
      if (seen.length === 0) return null;
      const addresses = new Map(
        boxes
          .flatMap((box) => tilesIn(box, Math.min(maxZoom, Math.floor(zoom))))
          .map((tile) => [tile.join("/"), tile]),
      );
      const tiles = await Promise.all(
        [...addresses.values()].map(async ([z, x, y]) => {
          const found = await archive.getZxy(z, x, y);
          return found ? [{ z, x, y, data: new Uint8Array(found.data) }] : [];
        }),
      );
      return { tiles: tiles.flat(), covered: seen };
    }).catch(() => null);
  }

  /**
   * A tile as it is in the file, packed with gzip; null where the file has none.
   *
   * @throws {Error} where the file cannot be read
   */
  packedTile({ z, x, y }: TileAddress): Promise<Uint8Array<ArrayBuffer> | null> {
    const asItIs = async (packed: ArrayBuffer) => packed;
    return this.#read(asItIs, async (archive) => {
      const found = await archive.getZxy(z, x, y);
      return found ? new Uint8Array(found.data) : null;
    });
  }

  /**
   * Reads in the current file; null without one.
   *
   * @param unpack what unpacks its tiles
   * @throws {Error} where it cannot be read
   */
  async #read<Result>(
    unpack: typeof decompress,
    read: (archive: PMTiles, opened: OpenedArchive) => Promise<Result | null>,
  ): Promise<Result | null> {
    const file = await openIfThere(this.path);
    if (file === null) return null;
    try {
      const version = versionOf(await file.stat());
      const source = { getKey: () => version, getBytes: bytesOf(file) };
      if (this.#opened?.version !== version) {
        const cache = newCache();
        const head = await readHead(new PMTiles(source, cache, decompress));
        this.#opened = { version, cache, ...head };
      }
      const opened = this.#opened;
      return await read(new PMTiles(source, opened.cache, unpack), opened);
    } finally {
      await file.close();
    }
  }
}

function versionOf({ ino, size, mtimeMs }: { ino: number; size: number; mtimeMs: number }): string {
  return [ino, size, Math.round(mtimeMs)].map((part) => part.toString(36)).join("-");
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch {
    return null;
  }
}

/** Maximum number of cached directories of a file; one of 4,096 tiles takes some 100 KB. */
const maxCachedDirectories = 32;

function newCache(): ResolvedValueCache {
  return new ResolvedValueCache(maxCachedDirectories, undefined, decompress);
}

/** Unpacks in a thread of Node's pool, so that other requests are not delayed. */
async function decompress(packed: ArrayBuffer, compression: number): Promise<ArrayBuffer> {
  if (compression <= 1) return packed;
  const { buffer, byteOffset, byteLength } = await unpack(packed);
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}

function bytesOf(file: FileHandle) {
  return async (offset: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    const { byteOffset } = buffer;
    return { data: buffer.buffer.slice(byteOffset, byteOffset + bytesRead) as ArrayBuffer };
  };
}

/** Header and metadata of the file; one that does not say which part of the world it covers has all. */
async function readHead(archive: PMTiles): Promise<Pick<OpenedArchive, "covered" | "maxZoom">> {
  const { maxZoom } = await archive.getHeader();
  const metadata = (await archive.getMetadata()) as { covered?: readonly number[][] };
  const { covered = [[-180, -90, 180, 90]] } = metadata;
  const boxes = covered.map(([west, south, east, north]) => ({
    west: worldX(west),
    north: worldY(north),
    east: worldX(east),
    south: worldY(south),
  }));
  return { covered: boxes, maxZoom };
}

function isIn(x: number, y: number, { west, north, east, south }: WorldBox): boolean {
  return x >= west && x <= east && y >= north && y <= south;
}

function overlap(one: WorldBox, other: WorldBox): boolean {
  return (
    one.east > other.west &&
    one.west < other.east &&
    one.south > other.north &&
    one.north < other.south
  );
}

/** Tiles of a zoom that a box touches, row by row. */
function tilesIn(
  { west, north, east, south }: WorldBox,
  z: number,
): [z: number, x: number, y: number][] {
  const across = 2 ** z;
  const range = (from: number, to: number) => {
    const first = Math.max(0, Math.floor(from * across));
    const last = Math.min(across - 1, Math.floor(to * across));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  };
  const columns = range(west, east);
  return range(north, south).flatMap((y) =>
    columns.map((x): [number, number, number] => [z, x, y]),
  );
}

/** Folder of the street map of the operator's extracts. */
export function streetMapFolder(dataDirectory: string): string {
  return join(dataDirectory, "street-map");
}

/** Path of that street map, a PMTiles file; it exists once an extract was imported. */
export function streetMapPath(dataDirectory: string): string {
  return join(streetMapFolder(dataDirectory), "streets.pmtiles");
}

/** Whether the street map exists, by the file system; a server asks `TileArchive.version`. */
export function hasStreetMap(dataDirectory: string): boolean {
  return existsSync(streetMapPath(dataDirectory));
}
