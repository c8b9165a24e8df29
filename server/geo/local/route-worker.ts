import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

/*
 * Finds routes in a thread of its own: loading tiles and walking them never holds up a request that
 * has nothing to do with them.
 */

/** What the worker is started with. */
export interface RouteWorkerData {
  /** Path of Valhalla's module. */
  readonly module: string;
  readonly config: unknown;
}

export interface RouteRequest {
  readonly id: number;
  readonly query: unknown;
}

export type RouteReply =
  | { readonly id: number; readonly answer: unknown }
  /** Valhalla's message: its errors have no code. */
  | { readonly id: number; readonly error: string };

interface Actor {
  route(query: unknown): Promise<unknown>;
}

const { module, config }: RouteWorkerData = workerData;
const valhalla: { Actor: new (config: unknown) => Actor } = createRequire(import.meta.url)(module);
const actor = new valhalla.Actor(config);

parentPort?.on("message", async ({ id, query }: RouteRequest) => {
  parentPort?.postMessage(await answer(id, query));
});

async function answer(id: number, query: unknown): Promise<RouteReply> {
  try {
    return { id, answer: await actor.route(query) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
