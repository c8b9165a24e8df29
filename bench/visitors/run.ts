import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import { buildWhenNeeded } from "#tests/support/server-process.ts";
import { describeMachine, percentile } from "../figures.ts";
import { generatePlaces } from "../generate-places.ts";
import { postgresProcesses, residentBytes } from "../processes.ts";
import { startProductServer } from "../product-server.ts";
import { listenForStop, temporaryDirectory } from "../resources.ts";
import { loadPlaces } from "../serving/load-places.ts";
import { perSecond, sumCpuMs } from "../serving/measure-question.ts";
import { type Measured, runRequests } from "../serving/request-loop.ts";
import { startStaticServer } from "../static-server.ts";
import {
  listAddress,
  type PageRequest,
  placeAddress,
  viewAddress,
  visitorRequests,
} from "./page-mix.ts";

const placeCount = 10_000;
const connections = 16;

/** Time in which the pages that are asked for most have been made once. */
const warmUp = { connections, maxRequests: 1_000_000, maxMs: 20_000 };
const measured = { connections, maxRequests: 1_000_000, maxMs: 20_000 };
const perKind = { connections: 4, maxRequests: 1_000, maxMs: 4_000 };

const targets = { requestsPerSecond: 1_500, p99Ms: 20, newPageCpuMs: 3 };

const stop = listenForStop();
const machine = describeMachine();
buildWhenNeeded();
const placeIds = [...generatePlaces(placeCount)]
  .filter(({ accepted }) => accepted)
  .map(({ id }) => id);
const lines = await measureAll();
const report = [
  "# Visitors' pages: results",
  `${machine}. One run of \`npm run bench -- visitors\` on ${new Date().toISOString().slice(0, 10)}; what the columns mean is in the README.`,
  lines.join("\n"),
].join("\n\n");
console.log(report);
if (process.argv.includes("--save")) {
  writeFileSync(join(import.meta.dirname, "RESULTS.md"), `${report}\n`);
}

async function measureAll(): Promise<string[]> {
  await using folder = await temporaryDirectory();
  const dataDirectory = join(folder.path, "data");
  await loadPlaces(dataDirectory, placeCount, stop);
  await using still = await startStaticServer();
  await using server = await startProductServer(dataDirectory, { SAMPLE_PLACES: "off" });
  const pids = () => [server.pid, ...postgresProcesses(dataDirectory)];
  return await measure({
    origin: server.origin,
    staticOrigin: still.origin,
    pid: server.pid,
    pids,
  });
}

/** Requests of the visitors' mix to a server. */
function visitorsMix(origin: string) {
  const next = visitorRequests(placeIds);
  const requests: PageRequest[] = [];
  return {
    origin,
    stop,
    address(number: number) {
      requests[number] = next();
      return requests[number].address;
    },
    headers: (number: number) => ({ "Accept-Language": requests[number].language }),
  };
}

interface Setting {
  readonly origin: string;
  readonly staticOrigin: string;
  readonly pid: number;
  pids(): number[];
}

async function measure({ origin, staticOrigin, pid, pids }: Setting): Promise<string[]> {
  const startedBytes = residentBytes(pid);
  const rows: string[] = [];
  const row = (name: string, run: Measured, usedMs: number, still?: Measured) => {
    const [p50, p99] = [0.5, 0.99].map((share) => percentile(run.timesMs, share).toFixed(1));
    const rate = perSecond(run);
    const cells = [name, rate.toFixed(0), p50, p99, (usedMs / run.timesMs.length).toFixed(2)];
    const share = still
      ? [perSecond(still).toFixed(0), `${((100 * rate) / perSecond(still)).toFixed(0)} %`]
      : ["", ""];
    rows.push(`| ${[...cells, ...share, run.meanBytes.toFixed(0)].join(" | ")} |`);
  };
  const timed = async (run: () => Promise<Measured>): Promise<[Measured, number]> => {
    const beforeMs = sumCpuMs(pids());
    const result = await run();
    return [result, sumCpuMs(pids()) - beforeMs];
  };

  // Addresses that differ from request to request: none has been made before.
  for (const [name, make] of Object.entries({
    "list, each address new": listAddress,
    "chosen place, each address new": placeAddress,
    "view of the map, each address new": viewAddress,
  })) {
    const random = randomNumbers(name.length);
    const asked = { origin, stop, address: () => make(placeIds, random) };
    await runRequests({ ...asked, ...perKind, maxMs: 1_500 });
    row(name, ...(await timed(() => runRequests({ ...asked, ...perKind }))));
  }
  const mix = visitorsMix(origin);
  await runRequests({ ...mix, ...warmUp });
  const [run, usedMs] = await timed(() => runRequests({ ...mix, ...measured }));
  const address = () => `/${Math.round(run.meanBytes)}`;
  const bounds = { connections, maxRequests: 20_000, maxMs: 2_000 };
  const still = await runRequests({ origin: staticOrigin, stop, address, ...bounds });
  row("visitors' mix", run, usedMs, still);
  const megabytes = (bytes: number | null) => (bytes === null ? "–" : (bytes / 1e6).toFixed(0));
  return [
    `| ${placeCount.toLocaleString("en-GB")} places | requests/s | p50, ms | p99, ms | processor, ms a request | static, requests/s | share of static | bytes |`,
    "|---|--:|--:|--:|--:|--:|--:|--:|",
    ...rows,
    "",
    `Server after start ${megabytes(startedBytes)} MB, after all requests ${megabytes(residentBytes(pid))} MB. Targets: the mix at ${targets.requestsPerSecond} requests/s or more with p99 under ${targets.p99Ms} ms, a new page under ${targets.newPageCpuMs} ms of processor.`,
  ];
}
