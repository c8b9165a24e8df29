import { readFileSync } from "node:fs";

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
