import { statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { PMTiles, ResolvedValueCache } from "pmtiles";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { baseMapMaxUsefulZoom } from "#domain/map/base-map-source.ts";
import type { MapView } from "#domain/map/map-view.ts";
import { type PictureFrame, pictureFrame, worldCopies } from "./picture-frame.ts";

/** Tile of the street map with its data, unpacked (Mapbox Vector Tile Specification, 2.1). */
export interface StreetTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly data: Uint8Array;
}

/** Box in world fractions. */
export interface WorldBox {
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}

/** Street map of one picture: its tiles there, and the covered part of the area. */
export interface PictureStreets {
  readonly tiles: readonly StreetTile[];
  readonly covered: readonly WorldBox[];
}

/** Time for which the file's version is cached: it is read before each cached response. */
const versionMs = 1_000;

const unpack = promisify(gunzip);

/** The file as last opened; another version is another file. */
interface OpenedMap {
  readonly version: string;
  /** Directories of the file. */
  readonly cache: ResolvedValueCache;
  readonly covered: readonly WorldBox[];
  readonly maxZoom: number;
}

/**
 * Reader of the street map of the imported extracts (docs/decisions/049) for the pictures that the
 * server draws. The file is opened for each picture, so that an import may replace or remove it
 * while the server runs.
 */
export class StreetTiles {
  readonly #path: string;
  #opened: OpenedMap | null = null;
  #version = { name: "", untilMs: 0 };

  /** @param path of the PMTiles file, which may be missing */
  constructor(path: string) {
    this.#path = path;
  }

  /** Name of the file's content within the last second; empty without a file. */
  version(): string {
    const atMs = performance.now();
    if (atMs >= this.#version.untilMs) {
      const found = statSync(this.#path, { throwIfNoEntry: false });
      this.#version = { name: found ? versionOf(found) : "", untilMs: atMs + versionMs };
    }
    return this.#version.name;
  }

  /** Whether the street map covers a point. */
  async covers({ longitude, latitude }: Pick<MapView, "longitude" | "latitude">): Promise<boolean> {
    const [x, y] = [worldX(longitude), worldY(latitude)];
    const covers = ({ covered }: OpenedMap) => covered.some((box) => isIn(x, y, box));
    const version = this.version();
    if (version === "") return false;
    if (this.#opened?.version === version) return covers(this.#opened);
    return (await this.#withFile(async (_, opened) => covers(opened))) ?? false;
  }

  /** Tiles of a picture; null without streets to draw, or at too low a zoom. */
  async find(
    view: MapView,
    { width, height }: { width: number; height: number },
  ): Promise<PictureStreets | null> {
    if (view.zoom < baseMapMaxUsefulZoom) return null;
    const frames = worldCopies(pictureFrame(view, width, height));
    return this.#withFile(async (archive, { covered, maxZoom }) => {
      const seen = covered.filter((box) => frames.some((frame) => isSeen(box, frame)));
      if (seen.length === 0) return null;
      const addresses = new Map(
        frames.flatMap((frame) => tilesOf(frame, maxZoom)).map((tile) => [tile.join("/"), tile]),
      );
      const tiles = await Promise.all(
        [...addresses.values()].map(async ([z, x, y]) => {
          const found = await archive.getZxy(z, x, y);
          return found ? [{ z, x, y, data: new Uint8Array(found.data) }] : [];
        }),
      );
      return { tiles: tiles.flat(), covered: seen };
    });
  }

  /** Reads in the current file; null without one, or where it cannot be read. */
  async #withFile<Result>(
    read: (archive: PMTiles, opened: OpenedMap) => Promise<Result | null>,
  ): Promise<Result | null> {
    const file = await openIfThere(this.#path);
    if (file === null) return null;
    try {
      const version = versionOf(await file.stat());
      const cache = this.#opened?.version === version ? this.#opened.cache : newCache();
      const source = { getKey: () => version, getBytes: bytesOf(file) };
      const archive = new PMTiles(source, cache, decompress);
      const opened =
        this.#opened?.version === version
          ? this.#opened
          : { version, cache, ...(await readHead(archive)) };
      this.#opened = opened;
      return await read(archive, opened);
    } catch {
      // A picture without streets is better than none.
      return null;
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

/** Header and metadata of the file. */
async function readHead(archive: PMTiles): Promise<Pick<OpenedMap, "covered" | "maxZoom">> {
  const { maxZoom } = await archive.getHeader();
  const { covered = [] } = (await archive.getMetadata()) as { covered?: readonly number[][] };
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

function isSeen(box: WorldBox, { width, height, scale, offsetX, offsetY }: PictureFrame): boolean {
  return (
    box.east * scale > offsetX &&
    box.west * scale < offsetX + width &&
    box.south * scale > offsetY &&
    box.north * scale < offsetY + height
  );
}

/** Tiles of which a picture shows any part, row by row. */
function tilesOf(
  { zoom, scale, offsetX, offsetY, width, height }: PictureFrame,
  maxZoom: number,
): [z: number, x: number, y: number][] {
  const z = Math.min(maxZoom, Math.floor(zoom));
  const pixels = scale / 2 ** z;
  const range = (offset: number, size: number) => {
    const first = Math.max(0, Math.floor(offset / pixels));
    const last = Math.min(2 ** z - 1, Math.floor((offset + size) / pixels));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  };
  const columns = range(offsetX, width);
  return range(offsetY, height).flatMap((y) =>
    columns.map((x): [number, number, number] => [z, x, y]),
  );
}
