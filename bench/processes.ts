import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Parts of `/proc/PID/stat` that the bench reads (proc_pid_stat(5)). */
export interface ProcessStat {
  readonly parent: number;
  /** Processor time that it has used, in the kernel and outside, in steps of 10 ms. */
  readonly cpuMs: number;
}

/** Linux counts processor time for programs in hundredths of a second, whatever its own clock. */
const tickMs = 10;

/** State of a process; null where the process or `/proc` is missing. */
export function processStat(pid: number): ProcessStat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field, a name in brackets, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [parent, userTicks, systemTicks] = [fields[1], fields[11], fields[12]].map(Number);
    return { parent, cpuMs: (userTicks + systemTicks) * tickMs };
  } catch {
    return null;
  }
}

const kibibyte = 1024;

/** Resident bytes of a process; null where there is no `/proc`. */
export function residentBytes(pid: number): number | null {
  return readKibibytes(`/proc/${pid}/status`, "VmRSS");
}

/** Resident bytes of several processes together: a page that they share counts once. */
export function residentBytesTogether(pids: readonly number[]): number | null {
  const shares = pids.map((pid) => readKibibytes(`/proc/${pid}/smaps_rollup`, "Pss"));
  if (shares.every((share) => share === null)) return null;
  return shares.reduce((sum: number, share) => sum + (share ?? 0), 0);
}

function readKibibytes(path: string, name: string): number | null {
  try {
    const value = readFileSync(path, "utf8").match(new RegExp(`^${name}:\\s+(\\d+) kB`, "m"));
    return value ? Number(value[1]) * kibibyte : null;
  } catch {
    return null;
  }
}

/** Processes that a process has started; none without `/proc`. */
function childProcesses(parent: number): number[] {
  if (!existsSync("/proc/self/stat")) return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && processStat(pid)?.parent === parent);
}

/** The processes of the PostgreSQL that runs in a data directory of the product; none without `/proc`. */
export function postgresProcesses(dataDirectory: string): number[] {
  if (!existsSync("/proc/self/stat")) return [];
  const pidFile = join(dataDirectory, "postgres/cluster/postmaster.pid");
  const postmaster = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
  return [postmaster, ...childProcesses(postmaster)];
}
