import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { loadConfig } from "./config/load-config.ts";
import { readEnvironment } from "./config/read-environment.ts";
import { type Context, createContext } from "./context.ts";
import { answerWhileStarting } from "./http/answer-while-starting.ts";
import { closeServer, listen } from "./listen.ts";
import { loadApp } from "./load-app.ts";

/** The longest that a stop waits for requests in flight before their connections are cut. */
const stopTimeoutMs = 10_000;

const root = fileURLToPath(new URL("..", import.meta.url));
const isDevelopment = process.env.NODE_ENV !== "production";

const loaded = loadConfig(readEnvironment(root));
if (!loaded.ok) fail(loaded.faults);
const { config } = loaded;
const log = pino({ level: config.logLevel });

const server = createServer(answerWhileStarting);
const stopRequested = new Promise<string>((resolve) => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve(signal));
});

let context: Context | null = null;
try {
  await listen(server, config);
  const loadingApp = loadApp({ root, server, isDevelopment });
  // Awaited below; a failure before that must not end the process with the database still open.
  loadingApp.catch(() => {});
  context = await createContext(config, log);
  const app = await loadingApp;
  server.removeAllListeners("request");
  server.on("request", app(context.services, log));
  const address = config.publicUrl ?? `http://localhost:${config.port}`;
  log.info({ readyAfterMs: Math.round(performance.now()) }, `Mosdó is ready at ${address}`);
  const signal = await stopRequested;
  log.info({ signal }, "stopping: finishing the requests in flight");
  await closeServer(server, stopTimeoutMs);
  await context[Symbol.asyncDispose]();
} catch (error) {
  await context?.[Symbol.asyncDispose]();
  fail([error instanceof Error ? error.message : String(error)], error);
}
log.info("stopped");
process.exit(0);

/** One clear line per fault on standard error, and a failing exit code. */
function fail(lines: readonly string[], cause?: unknown): never {
  for (const line of lines) process.stderr.write(`mosdo: ${line}\n`);
  if (process.env.LOG_LEVEL === "debug" && cause) console.error(cause);
  process.exit(1);
}
