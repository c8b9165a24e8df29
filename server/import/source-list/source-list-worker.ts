import { parentPort, workerData } from "node:worker_threads";
import { openLocales } from "#server/i18n.ts";
import { parseSourceList } from "./parse-source-list.ts";
import type { SourceListJob, SourceListReply } from "./read-source-list.ts";
import { SourceListError } from "./source-list-error.ts";

/*
 * Worker that reads a source list in a separate thread: visitors do not wait for a large list, and a hostile one
 * exhausts only the worker's memory.
 */

const { bytes, fileName, options }: SourceListJob = workerData;

// Towns are compared with the rows by their names in the product's languages.
openLocales(null);

let reply: SourceListReply;
try {
  reply = { list: await parseSourceList(bytes, fileName, options) };
} catch (error) {
  reply = error instanceof SourceListError ? { fault: error.fault } : { error };
}
parentPort?.postMessage(reply);
