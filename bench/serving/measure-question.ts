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

const warmUp = { connections: 1, maxRequests: 150, maxMs: 1_500 };
const latency = { connections: 1, maxRequests: 600, maxMs: 2_500 };
const throughput = { connections: 10, maxRequests: 2_000, maxMs: 1_500 };
const staticThroughput = { connections: 10, maxRequests: 4_000, maxMs: 600 };

/** Asks a question with one connection and with ten, and the static yardstick beside it. */
export async function measureQuestion(
  question: Question,
  { origin, staticOrigin, pids, stop }: Setting,
): Promise<Omit<Row, "firstMs">> {
  const asked = { origin, stop, address: (number: number) => question.address(number) };
  await runRequests({ ...asked, ...warmUp });
  const alone = await runRequests({ ...asked, ...latency });

  const cpuBeforeMs = sumCpuMs(pids());
  const together = await runRequests({ ...asked, ...throughput });
  const usedMs = sumCpuMs(pids()) - cpuBeforeMs;

  const address = () => `/${Math.round(alone.meanBytes)}`;
  const still = await runRequests({ origin: staticOrigin, stop, address, ...staticThroughput });
  return {
    question,
    p50Ms: percentile(alone.timesMs, 0.5),
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
