import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { loadConfigOf } from "#server/config/load-config.ts";
import {
  connectionTimes,
  limitConnections,
  limitPending,
  respondWhileStarting,
} from "#server/http/connections.ts";
import type { Context } from "./context.ts";
import { listen, ServerStop } from "./listen.ts";
import { loadApp } from "./load-app.ts";
import { captureStandardError, createErrorLog, LogFiles } from "./logs.ts";
import { joinProcesses, superviseProcesses } from "./processes.ts";

/** Longest time of a stop: shorter than the ten seconds after which containers are killed. */
const stopTimeoutMs = 9_000;

const root = fileURLToPath(new URL("..", import.meta.url));
const isDevelopment = process.env.NODE_ENV !== "production";

const errorLog = createErrorLog();
if (!isDevelopment) captureStandardError(errorLog);

const loaded = loadConfigOf(root);
if (!loaded.ok) fail(loaded.errors);
const { config } = loaded;
const cluster = joinProcesses();
// Written in batches: one write a request would take a tenth of what the server does for it. Those of several processes
// are short enough for atomic writes to a pipe.
const minLength = cluster ? 2_048 : 4_096;
const logFiles = openLogFiles();
const lines =
  logFiles?.lines ?? pino.destination({ fd: 1, sync: true, minLength, periodicFlush: 200 });
process.on("exit", () => lines.flushSync());
const log = pino({ level: config.logLevel }, lines);

const stopRequested = new Promise<string>((resolve) => {
  // Ctrl-C under npm is two signals: one from the terminal, one from npm. The second must not end the stop.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve(signal));
  cluster?.abandoned.then(resolve);
});
// The limit applies also while the server starts: an unresponsive database must not keep the process.
stopRequested.then(() => setTimeout(giveUpStopping, stopTimeoutMs + config.shutdownDelayMs));

if (cluster === null) for (const sentence of config.ignoredSettings) log.warn(sentence);

if (config.processes > 1 && cluster === null) {
  const options = {
    count: config.processes,
    address: config,
    script: fileURLToPath(import.meta.url),
  };
  const supervising = superviseProcesses({ ...options, log, stopRequested });
  process.exit(await supervising.catch((error) => fail([error.message], error)));
}

const respondStarting = limitPending(respondWhileStarting);
const server = createServer(connectionTimes(config), respondStarting);
limitConnections(server);
const stop = new ServerStop(server);
let context: Context | null = null;
try {
  await listen(server, { ...config, reusePort: cluster !== null });
  const loadingApp = loadApp({ root, server, isDevelopment });
  // Awaited below; a failure before that must not end the process with the database still open.
  loadingApp.catch(() => {});
  // Only here: a process that supervises others, or whose port is taken, does without.
  const { createContext } = await import("./context.ts");
  context = await createContext(config, log);
  const app = await loadingApp;
  const { services } = context;
  const { operator } = services;
  cluster?.serveMetrics(operator.metrics);
  const metrics = cluster?.gatherMetrics ?? operator.metrics;
  const isReady = async () => !stop.isStopping && (await services.isReady());
  server.off("request", respondStarting);
  server.on(
    "request",
    limitPending(app({ ...services, isReady, operator: { ...operator, metrics } }, log)),
  );
  const url = config.publicUrl ?? `http://localhost:${config.port}`;
  log.info({ readyAfterMs: Math.round(performance.now()) }, `Mosdó is ready at ${url}`);
  cluster?.announceReady();
  const signal = await stopRequested;
  log.info({ signal }, "stopping: finishing the requests in flight");
  await stop.stop(config.shutdownDelayMs);
  await context[Symbol.asyncDispose]();
} catch (error) {
  await context?.[Symbol.asyncDispose]();
  fail([error instanceof Error ? error.message : String(error)], error);
}
log.info("stopped");
process.exit(0);

/** Log files, where the operator has set a folder. */
function openLogFiles(): LogFiles | null {
  const { logDirectory: directory, retention } = config;
  if (directory === null) return null;
  try {
    const files = new LogFiles({
      ...{ directory, days: retention.logDays, minLength },
      now: () => new Date(),
    });
    files.tend();
    return files;
  } catch (error) {
    return fail([`LOG_DIR (${directory}) cannot be written: ${error}`], error);
  }
}

/** Ends the process with its open connections; the next start joins an embedded PostgreSQL that still runs. */
function giveUpStopping(): never {
  log.error({ stopTimeoutMs }, "the stop took too long and was given up");
  process.exit(1);
}

/** Ends the process with a failing exit code and a line for each error on standard error. */
function fail(lines: readonly string[], cause?: unknown): never {
  const detail = process.env.LOG_LEVEL === "debug" && cause ? { err: cause } : {};
  for (const line of lines) {
    // Text for a person at a terminal; JSON lines for log collectors.
    if (process.stderr.isTTY) process.stderr.write(`mosdo: ${line}\n`);
    else errorLog.fatal(detail, `mosdo: ${line}`);
  }
  process.exit(1);
}
