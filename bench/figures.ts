import { availableParallelism, cpus, loadavg, totalmem } from "node:os";

/**
 * The value that a share of all values (0…1) does not exceed, by nearest rank: with fewer than a
 * hundred values the 99th percentile is the greatest.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** What the figures were measured on, in a line: they mean little without it. */
export function describeMachine(): string {
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0].toFixed(1);
  return `${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"}), ${memoryGb} GB, ${process.platform}-${process.arch}, Node ${process.version}; load before the run ${load}`;
}
