import { join } from "node:path";
import { postgresProcesses, residentBytes, residentBytesTogether } from "../processes.ts";
import { type ProductServer, startProductServer } from "../product-server.ts";
import { temporaryDirectory } from "../resources.ts";
import { loadPlaces } from "./load-places.ts";
import { measureQuestion, type Row } from "./measure-question.ts";
import { questions, worldTiles } from "./questions.ts";
import { runRequests } from "./request-loop.ts";

/** Costs of one number of places. */
export interface SizeResult {
  readonly count: number;
  /** Making and filling the database. */
  readonly loadMs: number;
  /** Process start to `/readyz` 200, of each start. */
  readonly readyMs: readonly number[];
  /** The server process after its start and after all requests; null where it cannot be told. */
  readonly startedBytes: number | null;
  readonly servedBytes: number | null;
  /** All processes of PostgreSQL. */
  readonly postgresBytes: number | null;
  /** The world's tile under each of the sixteen sets of filters, not kept yet. */
  readonly worldTileMs: readonly number[];
  readonly rows: readonly Row[];
}

const starts = 3;

/** No list is as long, so what it warms up is code and never an answer that is asked for later. */
const unaskedNumber = 1_000_003;

/**
 * Fills a separate database with `count` places, serves it, and asks every question.
 *
 * @param observations number of those of each place
 */
export async function measureSize(
  count: number,
  staticOrigin: string,
  stop: AbortSignal,
  observations = 0,
): Promise<SizeResult> {
  await using folder = await temporaryDirectory();
  const dataDirectory = join(folder.path, "data");
  const loadStartedAtMs = performance.now();
  await loadPlaces(dataDirectory, count, stop, observations);
  const loadMs = performance.now() - loadStartedAtMs;

  const variables = { SAMPLE_PLACES: "off", API_READ_LIMIT: "0", RATE_LIMITS: "off" };
  const readyMs: number[] = [];
  for (let number = 1; number < starts; number++) {
    await using server = await startProductServer(dataDirectory, variables);
    readyMs.push(server.readyAfterMs);
  }
  await using server = await startProductServer(dataDirectory, variables);
  readyMs.push(server.readyAfterMs);
  const answers = await askAll(server, dataDirectory, staticOrigin, stop);
  return { count, loadMs, readyMs, ...answers };
}

async function askAll(
  server: ProductServer,
  dataDirectory: string,
  staticOrigin: string,
  stop: AbortSignal,
) {
  const startedBytes = residentBytes(server.pid);
  const firstAddresses = questions.map((question) => question.address(unaskedNumber));
  const firstMs = await measureEach(server.origin, firstAddresses, stop);
  const worldTileMs = await measureEach(server.origin, worldTiles, stop);
  const rows: Row[] = [];
  for (const [number, question] of questions.entries()) {
    const pids = () => [server.pid, ...postgresProcesses(dataDirectory)];
    const setting = { origin: server.origin, pids, staticOrigin, stop };
    rows.push({ ...(await measureQuestion(question, setting)), firstMs: firstMs[number] });
  }
  return {
    startedBytes,
    servedBytes: residentBytes(server.pid),
    postgresBytes: residentBytesTogether(postgresProcesses(dataDirectory)),
    worldTileMs,
    rows,
  };
}

/** Asks for each address once, one after the other. */
async function measureEach(origin: string, addresses: readonly string[], stop: AbortSignal) {
  const address = (number: number) => addresses[number];
  const bounds = { connections: 1, maxRequests: addresses.length, maxMs: 60_000 };
  return (await runRequests({ origin, address, stop, ...bounds })).timesMs;
}
