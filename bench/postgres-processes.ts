import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { processStat } from "./process-stat.ts";

/** The processes of the PostgreSQL that runs in a data directory of the product; none without `/proc`. */
export function postgresProcesses(dataDirectory: string): number[] {
  if (!existsSync("/proc/self/stat")) return [];
  const pidFile = join(dataDirectory, "postgres/cluster/postmaster.pid");
  const postmaster = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
  const pids = readdirSync("/proc").map(Number);
  const workers = pids.filter((pid) => pid > 0 && processStat(pid)?.parent === postmaster);
  return [postmaster, ...workers];
}
