import { parentPort, workerData } from "node:worker_threads";
import { type Cell, readCell } from "./cell-store.ts";
import { type CutTile, cutTiles } from "./cut-tiles.ts";

/* Worker that cuts the tiles of one cell after the other (make-street-map.ts). */

const { folder } = workerData as { readonly folder: string };

/** Number of tiles that are passed to the writer at once. */
const batchTiles = 64;

parentPort?.on("message", (cell: Cell) => {
  let tiles: CutTile[] = [];
  const send = (isLast: boolean) => {
    const buffers = tiles.map(({ data }) => data.buffer as ArrayBuffer);
    parentPort?.postMessage({ tiles, isLast }, [...new Set(buffers)]);
    tiles = [];
  };
  for (const { data, ...place } of cutTiles(cell, readCell(folder, cell))) {
    // A copy of its own: small buffers share memory, which cannot be transferred.
    tiles.push({ ...place, data: new Uint8Array(data) });
    if (tiles.length === batchTiles) send(false);
  }
  send(true);
});
