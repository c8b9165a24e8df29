import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { BaseLogger } from "pino";
import type { RouteReply, RouteRequest, RouteWorkerData } from "./route-worker.ts";
import { type ValhallaInstallation, valhallaConfig } from "./valhalla.ts";

export { createInstructionLocales, type InstructionLocale } from "./instructions.ts";
export {
  findValhalla,
  toWalkingRoute,
  type ValhallaInstallation,
  valhallaConfig,
  walkingRequest,
} from "./valhalla.ts";

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

  /** A reply that comes after its time limit has nobody waiting. */
  #settle(reply: RouteReply): void {
    const resolve = this.#waiting.get(reply.id);
    if ("response" in reply) resolve?.({ ok: true, response: reply.response });
    else {
      const code = codeOf(reply.errors);
      if (code === "unavailable") {
        this.#options.log.warn({ errors: reply.errors }, "the router gave no route");
      }
      resolve?.({ ok: false, code });
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

/** Extract of which walking tiles are made. */
export interface TileSource {
  /** Its name, such as `hungary`. */
  readonly name: string;
  /** Version of its files, without a `-`. */
  readonly version: string;
  readonly path: string;
}

/**
 * Walking tiles in the data directory: one set, made of all extracts, in a folder of its own, and a file that names
 * the folder in use. A running server reads an old set until it has opened the new one.
 *
 * An earlier version made a set of each extract, and named them one a line. Such a set stays in use, after the common
 * one, until its extract is imported again or removed.
 */
export class WalkingTiles {
  readonly #folder: string;

  constructor(dataDirectory: string) {
    this.#folder = join(dataDirectory, "walking-tiles");
  }

  /** The folders in use; empty before the first import. Cheap enough to call before each route. */
  findInUse(): string[] {
    return this.#namesInUse().map((name) => join(this.#folder, name));
  }

  /** Names and versions of the extracts in the sets in use: `hungary-0123`. */
  sourcesInUse(): string[] {
    return this.#namesInUse().flatMap((name) => this.#sourcesOf(name) ?? [name]);
  }

  /** Whether the sets in use are made of these very files. */
  isMadeOf(sources: readonly TileSource[]): boolean {
    return this.#namesInUse().join() === this.#toUse(sources).join();
  }

  /** A new, empty folder to build in. Builds that were cut off before are removed. */
  startBuild(): string {
    mkdirSync(this.#folder, { recursive: true });
    for (const name of readdirSync(this.#folder)) {
      if (name.startsWith(unfinished)) rmSync(join(this.#folder, name), { recursive: true });
    }
    const folder = join(this.#folder, `${unfinished}${process.pid}`);
    mkdirSync(folder);
    return folder;
  }

  /** Publishes a finished build. Removes all other sets but the previous one, which may still be read. */
  publish(built: string, sources: readonly TileSource[]): void {
    writeFileSync(join(built, madeOfFile), JSON.stringify(sources.map(versionedName)));
    renameSync(built, join(this.#folder, setName(sources)));
    this.#use(this.#toUse(sources));
  }

  /**
   * Uses the set of these files again where it exists: as the previous one, or from an interrupted
   * build that was already published.
   *
   * @returns whether it existed
   */
  useAgain(sources: readonly TileSource[]): boolean {
    const name = setName(sources);
    if (!this.#sourcesOf(name)) return false;
    this.#use(this.#toUse(sources));
    return true;
  }

  /**
   * Removes the set of an extract of its own, which an earlier version has made.
   *
   * @returns whether there was one
   */
  removeOwnSet(extract: string): boolean {
    return this.#useOnly((name) => this.#sourcesOf(name) !== null || extractOf(name) !== extract);
  }

  /** @returns whether there was one */
  removeCommonSet(): boolean {
    return this.#useOnly((name) => this.#sourcesOf(name) === null);
  }

  #useOnly(isLeft: (name: string) => boolean): boolean {
    if (!existsSync(this.#folder)) return false;
    const before = this.#namesInUse();
    const left = before.filter(isLeft);
    this.#use(left);
    return left.length < before.length;
  }

  #namesInUse(): string[] {
    try {
      const names = readFileSync(this.#pointer, "utf8").split("\n").filter(Boolean);
      return names.filter((name) => existsSync(join(this.#folder, name)));
    } catch {
      return [];
    }
  }

  /** The set of these extracts, and those of an earlier version whose extracts are not among them. */
  #toUse(sources: readonly TileSource[]): string[] {
    const isOfOther = (name: string) =>
      !this.#sourcesOf(name) && sources.every((source) => source.name !== extractOf(name));
    return [setName(sources), ...this.#namesInUse().filter(isOfOther)];
  }

  /** Extracts that a set of several is made of; null for a set of one extract alone. */
  #sourcesOf(name: string): string[] | null {
    try {
      return JSON.parse(readFileSync(join(this.#folder, name, madeOfFile), "utf8"));
    } catch {
      return null;
    }
  }

  #use(names: readonly string[]): void {
    const before = this.#namesInUse();
    writeFileSync(`${this.#pointer}.new`, names.join("\n"));
    renameSync(`${this.#pointer}.new`, this.#pointer);
    const retained = new Set([
      ...names,
      ...(names.length > 0 ? before : []),
      basename(this.#pointer),
    ]);
    for (const name of readdirSync(this.#folder)) {
      if (!retained.has(name)) rmSync(join(this.#folder, name), { recursive: true });
    }
  }

  get #pointer(): string {
    return join(this.#folder, "current");
  }
}

const unfinished = "unfinished-";
/** File of a set that lists its extracts. */
const madeOfFile = "made-of.json";

/** Version of the making of tiles: a new one makes those of known extracts again. */
const makerVersion = 1;

const versionedName = ({ name, version }: TileSource) => `${name}-${version}`;

function extractOf(versionedName: string): string {
  return versionedName.replace(/-[^-]*$/, "");
}

function setName(sources: readonly TileSource[]): string {
  const madeOf = JSON.stringify([makerVersion, ...sources.map(versionedName)]);
  return `all-${createHash("sha256").update(madeOf).digest("hex").slice(0, 16)}`;
}
