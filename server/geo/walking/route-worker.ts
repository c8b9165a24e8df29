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
  /** Configurations, one for each set of tiles: one alone, unless an earlier version made some (`WalkingTiles`). */
  readonly configs: readonly unknown[];
}

export interface RouteRequest {
  readonly id: number;
  readonly query: unknown;
}

export type RouteReply =
  | { readonly id: number; readonly response: unknown }
  /** Valhalla's messages, one for each set of tiles: its errors have no code. */
  | { readonly id: number; readonly errors: readonly string[] };

interface Actor {
  route(query: unknown): Promise<unknown>;
}

const { module, configs }: RouteWorkerData = workerData;
const valhalla: { Actor: new (config: unknown) => Actor } = createRequire(import.meta.url)(module);
const actors = configs.map((config) => new valhalla.Actor(config));

parentPort?.on("message", async ({ id, query }: RouteRequest) => {
  parentPort?.postMessage(await respond(id, query));
});

/** Responds with the route on the first set of tiles that has one. */
async function respond(id: number, query: unknown): Promise<RouteReply> {
  const errors: string[] = [];
  for (const actor of actors) {
    try {
      return { id, response: await actor.route(query) };
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { id, errors };
}
