import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** The product as it runs for visitors, in a process of its own. */
export interface ProductServer extends AsyncDisposable {
  /** Address of the server, such as `http://127.0.0.1:40001`. */
  readonly origin: string;
  readonly pid: number;
  /** From the start of the process to the first 200 of `/readyz`. */
  readonly readyAfterMs: number;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const host = "127.0.0.1";
const readyTimeoutMs = 120_000;
const stopTimeoutMs = 30_000;
const pollMs = 5;

/**
 * Starts the built product as `npm start` does, with its own PostgreSQL in `dataDirectory`. Disposing it stops both as
 * an operator would, and kills the server if that takes too long.
 *
 * @param variables what the product's environment has beside port, host and data directory
 */
export async function startProductServer(
  dataDirectory: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<ProductServer> {
  const port = await findFreePort(host);
  const startedAtMs = performance.now();
  const child = spawn("sh", ["-c", startCommand()], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      PORT: String(port),
      HOST: host,
      DATA_DIR: dataDirectory,
      ...variables,
    },
  });
  const origin = `http://${host}:${port}`;
  try {
    await waitUntilReady(origin, child);
  } catch (error) {
    await stop(child);
    throw error;
  }
  const readyAfterMs = performance.now() - startedAtMs;
  return { origin, pid: child.pid!, readyAfterMs, [Symbol.asyncDispose]: () => stop(child) };
}

/** The last step of `npm start`: it replaces its shell, so the process we start is the server. */
function startCommand(): string {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const command: string = scripts.start.split("&&").at(-1).trim();
  if (!command.startsWith("exec ")) throw new Error(`'${command}' does not replace its shell`);
  return command;
}

async function waitUntilReady(origin: string, child: ChildProcess): Promise<void> {
  const deadline = AbortSignal.timeout(readyTimeoutMs);
  while (!deadline.aborted) {
    if (hasEnded(child)) throw new Error("the server ended before it was ready");
    // Refused until the port is open.
    const answer = await fetch(`${origin}/readyz`, { signal: deadline }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await delay(pollMs);
  }
  throw new Error(`the server was not ready after ${readyTimeoutMs / 1000} s`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
  await ended;
  clearTimeout(timer);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Port that was free a moment ago. */
export async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
