import { Worker } from "node:worker_threads";
import type { BaseLogger } from "pino";
import type { RouteReply, RouteRequest, RouteWorkerData } from "./route-worker.ts";
import { type ValhallaInstallation, valhallaConfig } from "./valhalla.ts";
import type { WalkingTiles } from "./walking-tiles.ts";

export { createInstructionLocales, type InstructionLocale } from "./instructions.ts";
export {
  findValhalla,
  toWalkingRoute,
  type ValhallaInstallation,
  valhallaConfig,
  walkingRequest,
} from "./valhalla.ts";
export { type TileSource, WalkingTiles } from "./walking-tiles.ts";

export type RouteResult =
  | { readonly ok: true; readonly response: unknown }
  /** No route on foot; no ways of ours at one of its ends, or a route longer than the limit; unavailable for now. */
  | { readonly ok: false; readonly code: "notfound" | "unsupported" | "unavailable" };

interface WalkingRouterOptions {
  readonly valhalla: ValhallaInstallation;
  readonly tiles: WalkingTiles;
  readonly log: Pick<BaseLogger, "warn" | "error">;
  readonly timeoutMs?: number;
}

/** A worker that has died is not started again sooner than this after its start. */
const minLifeMs = 5_000;

/**
 * Finds ways on foot on our own tiles. The worker starts with the first route, and anew when the
 * tiles have been replaced or it has died.
 */
export class WalkingRouter implements AsyncDisposable {
  readonly #options: WalkingRouterOptions;
  readonly #waiting = new Map<number, (result: RouteResult) => void>();
  readonly #retired = new Set<Worker>();
  #worker: Worker | null = null;
  /** Of the worker's tiles. */
  #tileFolders: readonly string[] = [];
  #startedAtMs = Number.NEGATIVE_INFINITY;
  #lastId = 0;

  constructor(options: WalkingRouterOptions) {
    this.#options = options;
  }

  /** @param query as `walkingRequest` makes it */
  async route(query: unknown): Promise<RouteResult> {
    const tileFolders = this.#options.tiles.findInUse();
    const worker = this.#findWorker(tileFolders);
    if (!worker) return { ok: false, code: tileFolders.length > 0 ? "unavailable" : "unsupported" };
    const { log } = this.#options;
    const timeoutMs = this.#timeoutMs;
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<RouteResult>();
    const timer = setTimeout(() => {
      log.warn({ timeoutMs }, "a route took too long");
      resolve({ ok: false, code: "unavailable" });
    }, timeoutMs);
    this.#waiting.set(id, resolve);
    const request: RouteRequest = { id, query };
    worker.postMessage(request);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const workers = [...this.#retired, ...(this.#worker ? [this.#worker] : [])];
    this.#worker = null;
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  get #timeoutMs(): number {
    return this.#options.timeoutMs ?? 3_000;
  }

  #findWorker(tileFolders: readonly string[]): Worker | null {
    const areTheSame = this.#tileFolders.join() === tileFolders.join();
    if (this.#worker && areTheSame) return this.#worker;
    if (this.#worker) this.#retire(this.#worker);
    else if (performance.now() - this.#startedAtMs < minLifeMs && areTheSame) return null;
    return tileFolders.length > 0 ? this.#start(tileFolders) : null;
  }

  /** Lets the worker finish its requests, then stops it. */
  #retire(worker: Worker): void {
    this.#worker = null;
    this.#retired.add(worker);
    setTimeout(() => void worker.terminate(), this.#timeoutMs).unref();
  }

  #start(tileFolders: readonly string[]): Worker {
    const { valhalla, log } = this.#options;
    const workerData: RouteWorkerData = {
      module: valhalla.module,
      configs: tileFolders.map(valhallaConfig),
    };
    const worker = new Worker(new URL("./route-worker.ts", import.meta.url), { workerData });
    worker.unref();
    worker.on("message", (reply: RouteReply) => this.#settle(reply));
    worker.on("error", (error) => log.error({ err: error }, "the router failed"));
    worker.on("exit", () => {
      if (this.#retired.delete(worker)) return;
      this.#worker = null;
      for (const resolve of this.#waiting.values()) resolve({ ok: false, code: "unavailable" });
    });
    this.#worker = worker;
    this.#tileFolders = tileFolders;
    this.#startedAtMs = performance.now();
    return worker;
  }

  #settle(reply: RouteReply): void {
    const resolve = this.#waiting.get(reply.id);
    if (!resolve) return;
    if ("response" in reply) resolve({ ok: true, response: reply.response });
    else {
      const code = codeOf(reply.errors);
      if (code === "unavailable") {
        this.#options.log.warn({ errors: reply.errors }, "the router gave no route");
      }
      resolve({ ok: false, code });
    }
  }
}

/** Valhalla's message where both ends are on ways, and none leads from the one to the other. */
const noWay = /No path could be found|locations are in unconnected regions/i;
/** Valhalla's message where it has no ways, as beyond an extract's border, or where the route is too long. */
const notHere = /No suitable edges near location|exceeds the max distance limit/i;

/** Failure for the messages of all tiles: 'no route exists' comes only from tiles that have both ends. */
function codeOf(errors: readonly string[]): "notfound" | "unsupported" | "unavailable" {
  if (errors.some((error) => noWay.test(error))) return "notfound";
  return errors.every((error) => notHere.test(error)) ? "unsupported" : "unavailable";
}
