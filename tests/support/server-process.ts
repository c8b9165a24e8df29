import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { childEnvironment } from "./run-folder.ts";

const root = join(import.meta.dirname, "../..");

let isBuilt = false;

/** Builds the pages and the server's application, unless they are built from the sources as they are. */
export function buildWhenNeeded(): void {
  // A second of processor, for the files that share this process too.
  if (isBuilt) return;
  const build = join(root, "cli/build.ts");
  const { status, stderr } = spawnSync(process.execPath, [build, "--when-needed"]);
  if (status !== 0) throw new Error(String(stderr));
  isBuilt = true;
}

/** TCP port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** The product's server as a process of its own. */
export class ServerProcess {
  readonly origin: string;
  readonly child: ChildProcess;
  readonly #begun = performance.now();
  #output = "";

  /** @param nodeArguments such as those that `npm start` gives for the sake of memory */
  constructor(
    port: number,
    environment: Record<string, string>,
    nodeArguments: readonly string[] = [],
  ) {
    this.origin = `http://localhost:${port}`;
    this.child = spawn(process.execPath, [...nodeArguments, join(root, "server/main.ts")], {
      env: {
        ...childEnvironment(),
        NODE_ENV: "production",
        PORT: String(port),
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on("data", (chunk) => {
        this.#output += chunk;
      });
    }
  }

  get output(): string {
    return this.#output;
  }

  get hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Resolves when `/readyz` responds with 200, with the time since the process's start. */
  async readyAfterMs(): Promise<number> {
    while (!this.hasExited) {
      const response = await fetch(`${this.origin}/readyz`).catch(() => null);
      if (response?.status === 200) return Math.round(performance.now() - this.#begun);
      await delay(50);
    }
    throw new Error(`the server has ended:\n${this.#output}`);
  }

  /** Ends the process and resolves with its exit code, null after a signal that killed it. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    if (!this.hasExited) this.child.kill(signal);
    return this.exitCode();
  }

  async exitCode(): Promise<number | null> {
    if (!this.hasExited) await once(this.child, "close");
    return this.child.exitCode;
  }
}
