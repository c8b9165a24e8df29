import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import { fetchAhead } from "#app/chunks/fetch-ahead.ts";

/**
 * The chunk of a live map, once the script is there too that its worker runs: MapLibre would wait
 * for ever for one that does not come.
 *
 * @throws {ChunkLoadError} when one of them can't be had
 */
export async function loadLiveMap<Module>(chunk: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([chunk, fetchAhead(workerUrl)]);
  return module;
}
