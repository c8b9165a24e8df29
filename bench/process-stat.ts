import { readFileSync } from "node:fs";

/** What we want to know of `/proc/PID/stat` (proc_pid_stat(5)). */
export interface ProcessStat {
  readonly parent: number;
  /** Processor time that it has used, in the kernel and outside, in steps of 10 ms. */
  readonly cpuMs: number;
}

/** Linux counts processor time for programs in hundredths of a second, whatever its own clock. */
const tickMs = 10;

/** Null where there is no such process, or no `/proc`. */
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
