import { availableParallelism, cpus, loadavg, totalmem } from "node:os";

/** What the figures were measured on, in a line: they mean little without it. */
export function describeMachine(): string {
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0].toFixed(1);
  return `${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"}), ${memoryGb} GB, ${process.platform}-${process.arch}, Node ${process.version}; load before the run ${load}`;
}
