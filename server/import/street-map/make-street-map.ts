import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { gunzipSync, gzipSync } from "node:zlib";
import { baseMapMaxUsefulZoom } from "#domain/map/base-map-source.ts";
import { partZoom } from "#domain/map/embedded-map-layers.ts";
import { PmtilesWriter, readAppendix, readBytes } from "#server/base-map/pmtiles-writer.ts";
import { streetMapFolder, streetMapPath } from "#server/base-map/tile-archive.ts";
import { type StoredExtract, withStored } from "#server/import/extract-files.ts";
import type { OnProgress } from "#server/import/osm/osm-file.ts";
import { type Cell, CellStore, cellName, tileName } from "./cell-store.ts";
import { Coastline } from "./coastline.ts";
import { Coverage } from "./coverage.ts";
import type {
  CellRecord,
  CellRecords,
  CellToCut,
  CutCell,
  CuttingWork,
  TileRecord,
} from "./cut-tiles.ts";
import { readStreetFeatures } from "./read-street-features.ts";
import { findSea } from "./sea.ts";
import { streetLayers, streetMaxZoom } from "./street-map-schema.ts";

/** Version of the maker of the street map: a new one makes the map of known extracts again. */
const makerVersion = 9;
/** Version of no maker. */
const unsureVersion = 0;

/**
 * Makes the street map of all extracts and puts it in the place of the former one; running servers
 * use it from the next request on. Made of the same files, it stays; without an extract it is
 * removed. An interruption leaves the former one unchanged.
 *
 * @throws DamagedExtract where an extract cannot be read
 */
export async function makeStreetMap(
  dataDirectory: string,
  extracts: readonly StoredExtract[],
  onProgress: OnProgress = () => {},
): Promise<"made" | "unchanged" | "removed"> {
  const folder = streetMapFolder(dataDirectory);
  if (extracts.length === 0) {
    const wasThere = existsSync(folder);
    rmSync(streetMapPath(dataDirectory), { force: true });
    rmSync(folder, { recursive: true, force: true });
    return wasThere ? "removed" : "unchanged";
  }
  const madeOf = {
    version: makerVersion,
    extracts: extracts.map(({ name, version }) => `${name}-${version}`),
  };
  const unfinished = join(folder, "unfinished");
  rmSync(unfinished, { recursive: true, force: true });
  if (readIfThere(madeOfPath(dataDirectory)) === JSON.stringify(madeOf)) return "unchanged";
  mkdirSync(unfinished, { recursive: true });
  try {
    const store = new CellStore(join(unfinished, "cells"));
    const coverage = new Coverage();
    const coastline = new Coastline();
    for (const [index, extract] of extracts.entries()) {
      await readExtract(extract, { coastline, coverage, store }, (share) =>
        onProgress(((index + share) / extracts.length) * readShare),
      );
    }
    addSeaAndEdge({ coastline, coverage, store });
    const built = join(unfinished, "streets.pmtiles");
    const writer = new PmtilesWriter(built);
    using former = FormerMap.open(streetMapPath(dataDirectory), makerVersion);
    const records = await cutCells(
      { folder: join(unfinished, "cells"), cells: store.close(), writer, former },
      (share) => onProgress(readShare + share * (1 - readShare)),
    );
    const boxes = coverage.boxes();
    writer.close(
      { bounds: boundsOf(boxes), maxZoom: streetMaxZoom, metadata: metadataOf(boxes) },
      writeCells(makerVersion, records),
    );
    const names = [...new Set([...readMadeOf(dataDirectory), ...madeOf.extracts])];
    // After an interruption here, the map is of either set: the next call makes it again.
    writeMadeOf(dataDirectory, { version: unsureVersion, extracts: names });
    renameSync(built, streetMapPath(dataDirectory));
    writeMadeOf(dataDirectory, madeOf);
    return "made";
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** What the extracts are read into. */
interface MapParts {
  readonly coastline: Coastline;
  readonly coverage: Coverage;
  readonly store: CellStore;
}

/**
 * Reads what the map draws of an extract.
 *
 * @throws DamagedExtract where its stored file cannot be read
 */
function readExtract(
  extract: StoredExtract,
  { coastline, coverage, store }: MapParts,
  onProgress: OnProgress,
): Promise<void> {
  return withStored(extract, async (file) => {
    const { isCut } = await readStreetFeatures(
      file,
      {
        onFeature(feature) {
          store.add(feature);
          coverage.add(feature);
        },
        onCoastline: (id, points) => coastline.addWay(id, points),
      },
      onProgress,
    );
    coverage.addBounds(file.header.bounds, isCut);
  });
}

/** Adds the sea to the map and its covered area, and then the edge of that. */
function addSeaAndEdge({ coastline, coverage, store }: MapParts): void {
  const sea = findSea(coastline.join(coverage.bounds), coverage);
  for (const [feature, band] of sea.areas()) store.add(feature, band);
  coverage.addSea(sea);
  for (const [index, line] of coverage.edges(sea.isLandAlong).entries()) {
    store.add({ ...edge, id: index, outline: [line] });
  }
  for (const [index, line] of coverage.cuts().entries()) {
    store.add({ ...cut, id: -index - 1, outline: [line] });
  }
}

const edge = { layer: "edge", type: "line", properties: {}, minZoom: partZoom } as const;
const cut = { ...edge, properties: { class: "cut" }, minZoom: baseMapMaxUsefulZoom } as const;

/** Names and versions of the street map's extracts: `hungary-0123`. */
export function readMadeOf(dataDirectory: string): readonly string[] {
  const written = readIfThere(madeOfPath(dataDirectory));
  return written === null ? [] : JSON.parse(written).extracts;
}

interface MadeOf {
  readonly version: number;
  readonly extracts: readonly string[];
}

function writeMadeOf(dataDirectory: string, madeOf: MadeOf): void {
  const path = madeOfPath(dataDirectory);
  writeFileSync(`${path}.new`, JSON.stringify(madeOf));
  renameSync(`${path}.new`, path);
}

/** Share of reading in the work. */
const readShare = 0.4;

function madeOfPath(dataDirectory: string): string {
  return join(streetMapFolder(dataDirectory), "made-of.json");
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

type Boxes = ReturnType<Coverage["boxes"]>;

/** Metadata for readers of the file: the layers, the licence's name, and the covered area. */
function metadataOf(covered: Boxes) {
  return {
    name: "Mosdó streets",
    type: "baselayer",
    attribution: "© OpenStreetMap contributors",
    vector_layers: streetLayers.map((id) => ({ id, fields: {} })),
    covered: covered.map((box) => box.map((degrees) => Math.round(degrees * 1e5) / 1e5)),
  };
}

function boundsOf(boxes: Boxes) {
  const [west, south, east, north] = [0, 1, 2, 3].map((side) => boxes.map((box) => box[side]));
  if (boxes.length === 0) return [0, 0, 0, 0] as const;
  // A spread of all boxes of a continent would be too long for a call.
  const least = (numbers: number[]) => numbers.reduce((one, other) => Math.min(one, other));
  const most = (numbers: number[]) => numbers.reduce((one, other) => Math.max(one, other));
  return [least(west), least(south), most(east), most(north)] as const;
}

/** What a map says of its cells, behind its tiles: so both are always of one map. */
function writeCells(version: number, cells: CellRecords): Buffer {
  return gzipSync(JSON.stringify({ version, cells }));
}

/**
 * The map in use, whose tiles stay where the features that they are cut of stay: of a country's new
 * extract nearly all do.
 */
class FormerMap implements Disposable {
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

interface Cutting {
  readonly folder: string;
  readonly cells: readonly Cell[];
  readonly writer: PmtilesWriter;
  readonly former: FormerMap;
}

/** Threads that cut tiles. Each has the features of one cell in memory. */
const maxThreads = 2;
/** Number of cells from which a separate thread is worth its start. */
const cellsOfThread = 8;

/**
 * Cuts the tiles of all cells whose features have changed, on as many threads as there are processors, at most
 * {@link maxThreads}. They are written in the order of the cells: the same extracts give the same file.
 */
async function cutCells(
  { folder, cells, writer, former }: Cutting,
  onProgress: OnProgress,
): Promise<CellRecords> {
  const records: Record<string, CellRecord> = {};
  /** Cells that are cut before one that precedes them, by their position. */
  const pending = new Map<number, CutCell>();
  let [started, written] = [0, 0];
  const write = (name: string, { digest, tiles }: CutCell) => {
    const known = new Map(former.cell(name)?.tiles.map((tile) => [tileName(tile), tile]));
    const written = tiles.map(({ data: cut, ...tile }) => {
      const data = cut ?? former.read(known.get(tileName(tile))!);
      const offset = data.length === 0 ? 0 : writer.add({ ...tile, data });
      return { ...tile, offset, length: data.length };
    });
    records[name] = { digest, tiles: written };
  };
  const cut = () =>
    new Promise<void>((resolve, reject) => {
      const workerData: CuttingWork = { kind: "cut-tiles", folder };
      const worker = new Worker(new URL("./cut-tiles.ts", import.meta.url), { workerData });
      let at = 0;
      const next = () => {
        at = started++;
        const cell = cells[at];
        if (!cell) return void worker.terminate().then(() => resolve());
        worker.postMessage({ cell, former: former.cell(cellName(cell)) } satisfies CellToCut);
      };
      worker.on("error", reject);
      worker.on("message", (done: CutCell) => {
        pending.set(at, done);
        next();
        for (let cell = pending.get(written); cell; cell = pending.get(written)) {
          pending.delete(written);
          write(cellName(cells[written++]), cell);
          onProgress(written / cells.length);
        }
      });
      next();
    });
  const threads = Math.min(
    ...[maxThreads, availableParallelism(), Math.ceil(cells.length / cellsOfThread)],
  );
  await Promise.all(Array.from({ length: threads }, cut));
  return records;
}
