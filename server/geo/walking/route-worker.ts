import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

/*
 * Worker that finds routes in a thread of its own, so that the loading of tiles and the search
 * never block other requests.
 */

/** Start data of the worker. */
export interface RouteWorkerData {
  /** Path of Valhalla's module. */
  readonly module: string;
  /** Configurations, one for each extract's tiles, in the order in which they are tried. */
  readonly configs: readonly unknown[];
}

export interface RouteRequest {
  readonly id: number;
  readonly query: unknown;
}

export type RouteReply =
  | { readonly id: number; readonly answer: unknown }
  /** Valhalla's messages, one for each extract: its errors have no code. */
  | { readonly id: number; readonly errors: readonly string[] };

interface Actor {
  route(query: unknown): Promise<unknown>;
}

const { module, configs }: RouteWorkerData = workerData;
const valhalla: { Actor: new (config: unknown) => Actor } = createRequire(import.meta.url)(module);
const actors = configs.map((config) => new valhalla.Actor(config));

parentPort?.on("message", async ({ id, query }: RouteRequest) => {
  parentPort?.postMessage(await answer(id, query));
});

/**
 * Answer with the way on the first tiles that have one: extracts overlap, and ways end at their
 * borders.
 */
async function answer(id: number, query: unknown): Promise<RouteReply> {
  const errors: string[] = [];
  for (const actor of actors) {
    try {
      return { id, answer: await actor.route(query) };
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { id, errors };
}
