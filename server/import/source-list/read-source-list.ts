import { Worker } from "node:worker_threads";
import type { ListFault } from "#domain/source-list/list-fault.ts";
import { type SourceList, sourceListLimits } from "#domain/source-list/source-list.ts";
import { parseSourceList, type SourceListOptions } from "./parse-source-list.ts";
import { SourceListError } from "./source-list-error.ts";

export { coordinateSystems } from "./coordinate-systems.ts";
export { SourceListError } from "./source-list-error.ts";

/** What the worker is given. */
export interface SourceListJob {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly options: SourceListOptions;
}

export type SourceListReply =
  | { readonly list: SourceList }
  | { readonly fault: ListFault }
  | { readonly error: unknown };

/** Maximum size of a text that is read in this thread: some hundred rows, in some hundredths of a second. */
const smallBytes = 100_000;

/** Limits of the worker: a file that needs more is hostile. */
const workerLimits = { maxOldGenerationSizeMb: 1_000 } as const;
const workerTimeoutMs = 180_000;

/**
 * Reads a town's table in CSV, XLSX, ODS, GeoJSON or JSON. A large one is read in a separate thread.
 *
 * Rows without a position and an address are refused one by one; `hasPositions` says whether the mapping gives any.
 *
 * @throws SourceListError where the file is not a table, or beyond the limits
 */
export async function readSourceList(
  bytes: Uint8Array,
  fileName: string,
  options: SourceListOptions,
): Promise<SourceList> {
  if (bytes.length > sourceListLimits.bytes) throw new SourceListError({ code: "too-large" });
  const isPacked = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (bytes.length <= smallBytes && !isPacked) return parseSourceList(bytes, fileName, options);
  return readInWorker({ bytes, fileName, options });
}

function readInWorker(job: SourceListJob): Promise<SourceList> {
  const worker = new Worker(new URL("./source-list-worker.ts", import.meta.url), {
    workerData: job,
    resourceLimits: workerLimits,
  });
  const timer = setTimeout(() => void worker.terminate(), workerTimeoutMs);
  return new Promise<SourceList>((resolve, reject) => {
    worker.on("message", (reply: SourceListReply) => {
      if ("list" in reply) resolve(reply.list);
      else reject("fault" in reply ? new SourceListError(reply.fault) : reply.error);
    });
    worker.on("error", (cause) => {
      const isOutOfMemory = "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY";
      reject(isOutOfMemory ? new SourceListError({ code: "unpacks-too-large" }, { cause }) : cause);
    });
    // Rejects only where it has ended without a reply.
    worker.on("exit", () => reject(new SourceListError({ code: "unpacks-too-large" })));
  }).finally(() => clearTimeout(timer));
}
