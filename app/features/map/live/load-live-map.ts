import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import { fetchAhead } from "#app/chunks/import-chunk.ts";

/**
 * Loads the chunk of a live map after the script of its worker, because MapLibre would wait for ever for a
 * missing one.
 *
 * @throws {ChunkLoadError} when one of them cannot be loaded
 */
export async function loadLiveMap<Module>(chunk: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([chunk, fetchAhead(workerUrl)]);
  return module;
}
