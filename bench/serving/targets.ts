import { percentile } from "../figures.ts";
import type { Row } from "./measure-question.ts";
import type { SizeResult } from "./measure-size.ts";
import type { Question } from "./questions.ts";

/** The 99th percentile with one connection at a million places. */
export const latencyTargetMs: Readonly<Record<Question["kind"], number>> = {
  tile: 20,
  list: 15,
  page: 60,
};

/** At a million places. */
export const startTargets = { readyMs: 8_000, serverBytes: 500e6 };

/** The most that a request may cost at a million places, in requests at ten thousand. */
const maxGrowth = 3;
const least = 10_000;
const most = 1_000_000;

/** Every target that the run misses, in words. Sizes that were not measured miss none. */
export function findMisses(results: readonly SizeResult[]): string[] {
  const small = results.find(({ count }) => count === least);
  const large = results.find(({ count }) => count === most);
  if (!large) return [];
  const misses = findStartMisses(large);
  for (const [number, row] of large.rows.entries()) {
    misses.push(...findRowMisses(row, small?.rows[number]));
  }
  return misses;
}

function findStartMisses({ readyMs, startedBytes, servedBytes }: SizeResult): string[] {
  const misses: string[] = [];
  const ready = percentile(readyMs, 0.5);
  if (ready >= startTargets.readyMs) misses.push(`ready after ${(ready / 1000).toFixed(1)} s`);
  const bytes = Math.max(startedBytes ?? 0, servedBytes ?? 0);
  if (bytes >= startTargets.serverBytes) misses.push(`${(bytes / 1e6).toFixed(0)} MB`);
  return misses;
}

function findRowMisses(large: Row, small: Row | undefined): string[] {
  const { name, kind } = large.question;
  const misses: string[] = [];
  if (large.p99Ms >= latencyTargetMs[kind]) {
    misses.push(`${name}: p99 ${large.p99Ms.toFixed(1)} ms`);
  }
  const growth = small ? growthOf(large, small) : 0;
  if (growth > maxGrowth) misses.push(`${name}: ${growth.toFixed(1)} times its cost at 10,000`);
  return misses;
}

/** Processor time is fairer than the clock's where others use the machine. */
function growthOf(large: Row, small: Row): number {
  if (large.cpuMs !== null && small.cpuMs !== null) return large.cpuMs / small.cpuMs;
  return large.p50Ms / small.p50Ms;
}
