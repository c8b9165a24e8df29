import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { BaseLogger } from "pino";
import { listen } from "./listen.ts";
import { joinMetricTexts } from "./metrics/metric-text.ts";

/** Environment variable with the number of a process, from 1 on. */
const numberVariable = "MOSDO_PROCESS";

/** Longest wait for the metrics of another process: shorter than the ten seconds of Prometheus. */
const metricsTimeoutMs = 4_000;

/** Delay before a process that has ended is replaced, and its maximum after several that ended at once. */
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** Uptime after which a process counts as healthy. */
const settledMs = 10_000;

type Message =
  /** From a process: it serves visitors. */
  | { readonly kind: "ready" }
  /** From a process: it requests the metrics of all. */
  | { readonly kind: "gather"; readonly id: number }
  /** To a process: request for its own metrics. */
  | { readonly kind: "report"; readonly id: number }
  | { readonly kind: "reported"; readonly id: number; readonly text: string }
  | { readonly kind: "gathered"; readonly id: number; readonly text: string };

interface SupervisionOptions {
  readonly count: number;
  readonly address: { readonly port: number; readonly host: string | null };
  /** Module that each process runs. */
  readonly script: string;
  readonly log: Pick<BaseLogger, "info" | "error">;
  /** Resolves when all of them are to stop. */
  readonly stopRequested: Promise<unknown>;
}

/**
 * Runs several processes of the server on one port, among which the system distributes the connections
 * (docs/decisions/038). The first one starts alone, since it may start the database and change its tables. A process
 * that ends by itself is replaced.
 *
 * @returns exit code: that of the first process where it could not start
 * @throws {Error} with one clear line where the port is in use
 */
export async function superviseProcesses(options: SupervisionOptions): Promise<number> {
  const { count, address, script, log, stopRequested } = options;
  await ensurePortIsFree(address);
  const children = new Map<number, ChildProcess>();
  const gathering = new Map<number, (part: { process: number; text: string }) => void>();
  let isStopping = false;
  let lastId = 0;

  const start = (number: number): ChildProcess => {
    const child = fork(script, { env: { ...process.env, [numberVariable]: String(number) } });
    children.set(number, child);
    child.on("message", (message: Message) => {
      if (message.kind === "reported")
        gathering.get(message.id)?.({ process: number, text: message.text });
      if (message.kind === "gather") void gatherMetricsFor(child, message.id);
    });
    return child;
  };

  const gatherMetricsFor = async (asker: ChildProcess, askerId: number) => {
    const id = ++lastId;
    const parts: { process: number; text: string }[] = [];
    await new Promise<void>((resolve) => {
      const wanted = [...children.values()].filter(({ connected }) => connected);
      gathering.set(id, (part) => {
        parts.push(part);
        if (parts.length === wanted.length) resolve();
      });
      for (const child of wanted) send(child, { kind: "report", id });
      setTimeout(resolve, metricsTimeoutMs).unref();
    });
    gathering.delete(id);
    send(asker, { kind: "gathered", id: askerId, text: joinMetricTexts(parts) });
  };

  const keepRunning = async (number: number, first: ChildProcess) => {
    let child = first;
    let startedMs = performance.now();
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, 2 * pauseMs)) {
      const [code, signal] = await exitOf(child);
      children.delete(number);
      if (isStopping) return;
      log.error(
        { process: number, code, signal },
        "a process has ended, and another takes its place",
      );
      if (performance.now() - startedMs > settledMs) pauseMs = firstPauseMs;
      await Promise.race([delay(pauseMs), stopRequested]);
      if (isStopping) return;
      startedMs = performance.now();
      child = start(number);
    }
  };

  void stopRequested.then(() => {
    isStopping = true;
    for (const child of children.values()) child.kill("SIGTERM");
  });
  const first = start(1);
  const begun = await Promise.race([isReady(first), exitOf(first).then(() => false)]);
  if (!begun) return first.exitCode ?? 1;
  const running = [keepRunning(1, first)];
  for (let number = 2; number <= count && !isStopping; number++)
    running.push(keepRunning(number, start(number)));
  log.info({ processes: count }, "several processes answer on one port");
  await Promise.all(running);
  return 0;
}

/** Processes that share a port would also share it with another product that does so. */
async function ensurePortIsFree(address: SupervisionOptions["address"]): Promise<void> {
  const probe = createServer();
  await listen(probe, address);
  probe.close();
  await once(probe, "close");
}

function send(to: ChildProcess, message: Message): void {
  // A process that is just ending receives no more messages.
  if (to.connected) to.send(message, () => {});
}

async function isReady(child: ChildProcess): Promise<boolean> {
  for (;;) {
    const [message]: Message[] = await once(child, "message");
    if (message?.kind === "ready") return true;
  }
}

async function exitOf(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return [child.exitCode, child.signalCode];
}

/** This process as one of several. */
export interface ClusterProcess {
  /** Resolves when the process that supervises this one is gone. */
  readonly abandoned: Promise<string>;
  announceReady(): void;
  /** Sends the metrics of this process on request from now on. */
  serveMetrics(own: () => Promise<string>): void;
  /** Metrics of all processes. */
  gatherMetrics(): Promise<string>;
}

/** This process as one of several; null for one that is alone. */
export function joinProcesses(): ClusterProcess | null {
  if (process.env[numberVariable] === undefined || process.send === undefined) return null;
  const send = (message: Message) => process.send?.(message);
  const pending = new Map<number, (text: string) => void>();
  let lastId = 0;
  process.on("message", (message: Message) => {
    if (message.kind === "gathered") pending.get(message.id)?.(message.text);
  });
  return {
    // It may have ended already while this process was starting.
    abandoned: (process.connected ? once(process, "disconnect") : Promise.resolve()).then(
      () => "disconnect",
    ),
    announceReady: () => send({ kind: "ready" }),
    serveMetrics(own) {
      process.on("message", ({ kind, ...message }: Message) => {
        if (kind !== "report" || !("id" in message)) return;
        void own().then((text) => send({ kind: "reported", id: message.id, text }));
      });
    },
    gatherMetrics() {
      const id = ++lastId;
      return new Promise((resolve) => {
        pending.set(id, (text) => {
          pending.delete(id);
          resolve(text);
        });
        send({ kind: "gather", id });
      });
    },
  };
}
