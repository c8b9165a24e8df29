import { hash } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { readAppendix, readBytes } from "#server/base-map/pmtiles-writer.ts";
import { boxOf, type Cell, type StoredFeature, type TilePlace, tilesAround } from "./cell-store.ts";

/** Tile with what it is cut of. */
export interface DigestedTile extends TilePlace {
  /** Digest of its features, in their order. */
  readonly digest: string;
}

/** Tile of a map, with the range of its data in the file, which is empty where nothing is drawn. */
export interface TileRecord extends DigestedTile {
  readonly offset: number;
  readonly length: number;
}

/** Cell of a map, with what its tiles were cut of. */
export interface CellRecord {
  /** Digest of its file. */
  readonly digest: string;
  readonly tiles: readonly TileRecord[];
}

/** Cells by their names. */
export type CellRecords = Readonly<Record<string, CellRecord>>;

/** What a map says of its cells, behind its tiles: so both are always of one map. */
export function writeCells(version: number, cells: CellRecords): Buffer {
  return gzipSync(JSON.stringify({ version, cells }));
}

/**
 * The map in use, whose tiles stay where the features that they are cut of stay: of a country's new
 * extract nearly all do.
 */
export class FormerMap implements Disposable {
  readonly #file: number | null;
  readonly #cells: CellRecords;

  private constructor(file: number | null, cells: CellRecords) {
    this.#file = file;
    this.#cells = cells;
  }

  /** Opens the map; without one, or with one of another version, there is no former tile. */
  static open(path: string, version: number): FormerMap {
    let file: number | null = null;
    try {
      file = openSync(path, "r");
      const written = JSON.parse(gunzipSync(readAppendix(file)).toString());
      if (written.version === version) return new FormerMap(file, written.cells);
    } catch {
      // None, a damaged one, or one of a maker that did not write down the cells.
    }
    return new FormerMap(file, {});
  }

  /** A cell as it was; null where it is new. */
  cell(name: string): CellRecord | null {
    return this.#cells[name] ?? null;
  }

  /** Data of a tile that it has. */
  read({ offset, length }: TileRecord): Uint8Array {
    return readBytes(this.#file!, offset, length);
  }

  [Symbol.dispose](): void {
    if (this.#file !== null) closeSync(this.#file);
  }
}

/** Name of a tile among those of a cell. */
export function tileName({ z, x, y }: TilePlace): string {
  return `${z}/${x}/${y}`;
}

/** The features of which each tile of a cell is cut, by the tiles' names. */
export function featuresOfTiles(
  cell: Cell,
  features: readonly StoredFeature[],
): Map<string, StoredFeature[]> {
  const tiles = new Map<string, StoredFeature[]>();
  for (const feature of features) {
    const box = boxOf(feature.outline);
    for (let z = Math.max(cell.z, feature.minZoom); z <= cell.lastZoom; z++) {
      for (const [x, y] of tilesAround(box, z, cell)) {
        const name = tileName({ z, x, y });
        const there = tiles.get(name);
        if (there === undefined) tiles.set(name, [feature]);
        else there.push(feature);
      }
    }
  }
  return tiles;
}

/** Digest of what a tile is cut of. */
export function digestOf(features: readonly StoredFeature[]): string {
  return hash("sha256", features.map(({ digest }) => digest).join(), "base64").slice(0, 24);
}
