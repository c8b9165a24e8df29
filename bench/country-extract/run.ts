import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { text as readText } from "node:stream/consumers";
import { describeMachine, percentile } from "../figures.ts";
import { childProcesses, ownBytes, residentBytes } from "../processes.ts";
import { type ProductServer, startProductServer } from "../product-server.ts";
import { listenForStop, temporaryDirectory, withResource } from "../resources.ts";
import { loadPlaces } from "../serving/load-places.ts";
import { type Question, questions } from "../serving/questions.ts";
import { runRequests } from "../serving/request-loop.ts";

/*
 * `npm run bench -- country-extract FILE.osm.pbf`: imports an extract of a country's size into a
 * running product of 10,000 places. It measures the import's time, memory and disk, the server's answers before
 * and meanwhile, a restart meanwhile, and then suggestions, ways and the street map's answers.
 */
const [file] = process.argv.slice(2);
if (!file) throw new Error("which extract? npm run bench -- country-extract FILE.osm.pbf");
const root = join(import.meta.dirname, "../..");
const stop = listenForStop();
const mebibyte = 2 ** 20;

/** What is asked before and during the import: a row of each kind of the serving bench. */
const asked = ["tile z10", "API list, first pages", "HTML list, first pages"].map(
  (name) => questions.find((question) => question.name === name)!,
);

/** One turn of a question; short, so that a long import is seen evenly. */
const turn = { connections: 1, maxRequests: 100, maxMs: 1_000 };
const quietTurns = 12;

/** From the start of the import to the server's restart. */
const restartAfterMs = 40_000;

/** Vaduz of the first copy, in degrees. */
const vaduz = { lng: 16.225, lat: 46.103 };

const environment = {
  GEO_PROVIDER: "auto",
  VISITOR_DIRECTIONS: "on",
  RATE_LIMITS: "off",
};

/** Times of the questions, gathered turn by turn. */
class Times {
  readonly #times = new Map<Question, number[]>();
  #turns = 0;

  async ask(origin: string, turns = 1): Promise<void> {
    for (let number = 1; number < turns; number++) await this.ask(origin);
    for (const question of asked) {
      const from = this.#turns * turn.maxRequests;
      const address = (number: number) => question.address(from + number);
      const { timesMs } = await runRequests({ origin, stop, address, ...turn });
      this.#times.set(question, [...(this.#times.get(question) ?? []), ...timesMs]);
    }
    this.#turns++;
  }

  percentile(question: Question, share: number): number {
    return percentile(this.#times.get(question) ?? [], share);
  }
}

/** Addresses as people type them, and landmarks by name, by kind, by a part and misspelt. */
const addressTexts = "Vad,Vaduz 37,Landstr,Landstrasse 12,Schaan 101,Feldkircher,Bal".split(",");
const landmarkTexts =
  "Landesmuseum,pharmacy,gyógysz,Bahnhof Vaduz,airport,Gutenbreg,landstras,supermarket Schaan".split(
    ",",
  );

console.log(`\n## Import of ${Math.round(statSync(file).size / 1e6)} MB\n\n${describeMachine()}\n`);
console.log("| what | measured |\n|---|--:|");
await withResource(temporaryDirectory(), async ({ path }) => {
  await loadPlaces(path, 10_000, stop);
  let server = await startProductServer(path, environment);
  try {
    server = await measure(server, path);
  } finally {
    await server[Symbol.asyncDispose]();
  }
});

/** Returns the server that runs at the end: it is started anew once. */
async function measure(first: ProductServer, dataDirectory: string): Promise<ProductServer> {
  let server = first;
  await new Times().ask(server.origin, 6);
  const quiet = new Times();
  await quiet.ask(server.origin, quietTurns);
  const before = folderBytes(dataDirectory);

  const startedAtMs = performance.now();
  const child = startImport(dataDirectory);
  const output = readText(child.stdout!);
  const ended = once(child, "exit");
  const peak = watchMemory(child);
  const busy = new Times();
  let restart: { stoppedMs: number; readyMs: number } | null = null;
  while (child.exitCode === null && child.signalCode === null) {
    await busy.ask(server.origin);
    if (restart !== null || performance.now() - startedAtMs < restartAfterMs) continue;
    const stoppedAtMs = performance.now();
    await server[Symbol.asyncDispose]();
    const stoppedMs = performance.now() - stoppedAtMs;
    server = await startProductServer(dataDirectory, environment);
    restart = { stoppedMs, readyMs: server.readyAfterMs };
  }
  const [code] = await ended;
  const seconds = (performance.now() - startedAtMs) / 1000;
  process.stderr.write(await output);
  if (code !== 0) throw new Error(`the import ended with ${code}`);

  row("import, with requests beside it", `${seconds.toFixed(0)} s`);
  for (const part of ["Walking directions", "Street map"]) {
    const took = new RegExp(`^${part}: .* It took ([\\d.]+) s\\.$`, "m").exec(await output);
    row(`of which ${part.toLowerCase()}`, took ? `${Number(took[1]).toFixed(0)} s` : "none made");
  }
  row("memory of the import, at most", megabytes(peak.ownBytes));
  row("the same, with the files that it has mapped", megabytes(peak.bytes));
  row("memory of the server at the end", megabytes(residentBytes(server.pid) ?? 0));
  row("disk, more than before", megabytes(folderBytes(dataDirectory) - before));
  if (restart) {
    const text = `${(restart.stoppedMs / 1000).toFixed(1)} s to stop, ${(restart.readyMs / 1000).toFixed(1)} s to be ready`;
    row("restart of the server during the import", text);
  }
  for (const question of asked) {
    const [p99, p99Quiet] = [busy, quiet].map((times) => times.percentile(question, 0.99));
    const ratio = (p99 / p99Quiet).toFixed(1);
    row(`${question.name}: p99 before, meanwhile, ratio`, `${ms(p99Quiet)}, ${ms(p99)}, ${ratio}`);
  }
  await measureSearches(server.origin);
  await measureWays(server.origin);
  await measureMap(server.origin);
  return server;
}

function startImport(dataDirectory: string): ChildProcess {
  return spawn("sh", ["cli/node.sh", "cli/run.ts", "import", resolve(file)], {
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      DATA_DIR: dataDirectory,
    },
  });
}

/** The greatest sums of resident bytes of a process and all that it has started: all, and its own. */
function watchMemory(child: ChildProcess): { readonly bytes: number; readonly ownBytes: number } {
  const peak = { bytes: 0, ownBytes: 0 };
  const tree = (pid: number): number[] => [pid, ...childProcesses(pid).flatMap(tree)];
  const timer = setInterval(() => {
    const pids = tree(child.pid!);
    const sum = (bytesOf: (pid: number) => number | null) =>
      pids.reduce((all, pid) => all + (bytesOf(pid) ?? 0), 0);
    peak.bytes = Math.max(peak.bytes, sum(residentBytes));
    peak.ownBytes = Math.max(peak.ownBytes, sum(ownBytes));
  }, 250);
  child.once("exit", () => clearInterval(timer));
  return peak;
}

function folderBytes(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // A database's files come and go.
    bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

async function measureSearches(origin: string): Promise<void> {
  // Settlements are numbered by the copies.
  await measureSearch(origin, "suggestions", (number) => {
    const text = addressTexts[number % addressTexts.length];
    return number % 3 === 0 ? text : `${text} ${number % 90}`;
  });
  await measureSearch(
    origin,
    "suggestions of landmarks",
    (number) => landmarkTexts[number % landmarkTexts.length],
  );
}

async function measureSearch(
  origin: string,
  name: string,
  textOf: (number: number) => string,
): Promise<void> {
  const address = (number: number) => {
    const text = textOf(number);
    return `/api/v1/geo/suggest?q=${encodeURIComponent(text)}&lang=hu&near=19.0${number % 10},47.5`;
  };
  await runRequests({ origin, stop, address, connections: 1, maxRequests: 50, maxMs: 10_000 });
  const loop = { connections: 1, maxRequests: 700, maxMs: 30_000 };
  const { timesMs } = await runRequests({ origin, stop, address, ...loop });
  row(`${name} (${timesMs.length}): median, p99`, figures(timesMs, [0.5, 0.99]));
}

/** Ways of about a kilometer in towns of all copies but those of the last row, in turn. */
async function measureWays(origin: string): Promise<void> {
  const rows = Math.max(1, Math.floor(statSync(file).size / 27e6));
  const columns = statSync(file).size < 27e6 ? 9 : 28;
  const address = (number: number) => {
    const lng = vaduz.lng + (number % columns) * 0.24 - (number % 5) * 0.002;
    const lat = vaduz.lat + (Math.floor(number / columns) % rows) * 0.36 + (number % 7) * 0.003;
    const to = `${(lng - 0.006).toFixed(5)},${(lat + 0.008).toFixed(5)}`;
    return `/api/v1/geo/directions?from=${lng.toFixed(5)},${lat.toFixed(5)}&to=${to}&lang=hu`;
  };
  const levels = new Map<string, number>();
  const timesMs: number[] = [];
  for (let number = 0; number < 150; number++) {
    stop.throwIfAborted();
    const startedAtMs = performance.now();
    const answer = await fetch(origin + address(number));
    await answer.arrayBuffer();
    timesMs.push(performance.now() - startedAtMs);
    const level = answer.ok ? (answer.headers.get("X-Geo-Level") ?? "?") : String(answer.status);
    levels.set(level, (levels.get(level) ?? 0) + 1);
  }
  const from = [...levels].map(([level, count]) => `${count} ${level}`).join(", ");
  row(`ways (${from}): median, p95`, figures(timesMs, [0.5, 0.95]));
}

/** Ranges of the street map, as a map's tiles are. */
async function measureMap(origin: string): Promise<void> {
  const address = "/street-map.pmtiles";
  const head = await fetch(origin + address, { method: "HEAD" });
  const size = Number(head.headers.get("Content-Length"));
  if (!head.ok || !size) return row("street map", `none (${head.status})`);
  const timesMs: number[] = [];
  for (let number = 0; number < 300; number++) {
    const from = Math.floor(((number * 0.618_033_988_75) % 1) * (size - 40_000));
    const startedAtMs = performance.now();
    const answer = await fetch(origin + address, {
      headers: { Range: `bytes=${from}-${from + 39_999}` },
    });
    await answer.arrayBuffer();
    timesMs.push(performance.now() - startedAtMs);
  }
  row(
    `street map of ${megabytes(size)}, ranges of 40 KB: median, p99`,
    figures(timesMs, [0.5, 0.99]),
  );
}

function figures(timesMs: readonly number[], shares: readonly number[]): string {
  return shares.map((share) => ms(percentile(timesMs, share))).join(", ");
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / mebibyte)} MB`;
}

function row(what: string, measured: string): void {
  console.log(`| ${what} | ${measured} |`);
}
