import { setTimeout as delay } from "node:timers/promises";
import { percentile } from "../figures.ts";
import { processStat } from "../processes.ts";
import type { Question } from "./questions.ts";
import { type Measured, runRequests } from "./request-loop.ts";

/** The answers to one question at one number of places. */
export interface Row {
  readonly question: Question;
  /** The first request after the start of the server. */
  readonly firstMs: number;
  /** With one connection. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** With ten. */
  readonly requestsPerSecond: number;
  /** Processor time of server and database for one request; null where it cannot be told. */
  readonly cpuMs: number | null;
  /** A bare server that answers with `meanBytes`, with ten. */
  readonly staticRequestsPerSecond: number;
  /** Of the bodies as they were sent, on average. */
  readonly meanBytes: number;
}

interface Setting {
  readonly origin: string;
  readonly staticOrigin: string;
  /** The processes whose work the answers are. */
  pids(): number[];
  readonly stop: AbortSignal;
}

/** A minute: at its end all responses that depend on opening times are made again. */
const minuteMs = 60_000;

const warmUp = { connections: 1, maxRequests: 150, maxMs: 1_500 };
const latency = { connections: 1, maxRequests: 600, maxMs: 2_500 };
const throughput = { connections: 10, maxRequests: 2_000, maxMs: 1_500 };
const staticThroughput = { connections: 10, maxRequests: 4_000, maxMs: 600 };

/** The most that the requests of a question take, but for the static ones. */
const questionMs = warmUp.maxMs + latency.maxMs + throughput.maxMs;

/** Asks a question with one connection and with ten, within a minute, and the static yardstick. */
export async function measureQuestion(
  question: Question,
  { origin, staticOrigin, pids, stop }: Setting,
): Promise<Omit<Row, "firstMs">> {
  const leftMs = minuteMs - (Date.now() % minuteMs);
  if (leftMs < questionMs) await delay(leftMs + 500, undefined, { signal: stop });
  // The numbers go on, so that a question that never comes again does so in none of the three.
  const asked = (from: number) => ({
    ...{ origin, stop },
    address: (number: number) => question.address(from + number),
  });
  await runRequests({ ...asked(0), ...warmUp });
  const alone = await runRequests({ ...asked(warmUp.maxRequests), ...latency });

  const cpuBeforeMs = sumCpuMs(pids());
  const from = warmUp.maxRequests + latency.maxRequests;
  const together = await runRequests({ ...asked(from), ...throughput });
  const usedMs = sumCpuMs(pids()) - cpuBeforeMs;

  const address = () => `/${Math.round(alone.meanBytes)}`;
  const still = await runRequests({ origin: staticOrigin, stop, address, ...staticThroughput });
  return {
    question,
    p50Ms: percentile(alone.timesMs, 0.5),
    p95Ms: percentile(alone.timesMs, 0.95),
    p99Ms: percentile(alone.timesMs, 0.99),
    requestsPerSecond: perSecond(together),
    cpuMs: usedMs > 0 ? usedMs / together.timesMs.length : null,
    staticRequestsPerSecond: perSecond(still),
    meanBytes: alone.meanBytes,
  };
}

export function sumCpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (processStat(pid)?.cpuMs ?? 0), 0);
}

export function perSecond({ timesMs, elapsedMs }: Measured): number {
  return (timesMs.length / elapsedMs) * 1000;
}
