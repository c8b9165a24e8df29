import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { readSmallFile } from "./read-small-file.ts";

/** What PostgreSQL writes about its running server into `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly socketDirectory: string;
}

const fileName = "postmaster.pid";

/** The server that runs, or ran until it was killed, on `cluster`; null after a clean stop. */
export function readPostmaster(cluster: string): Postmaster | null {
  try {
    const lines = readSmallFile(join(cluster, fileName)).split("\n");
    const pid = Number(lines[0]);
    // The socket's folder is the fifth line, written a moment after the first.
    const socketDirectory = lines[4];
    return Number.isInteger(pid) && pid > 0 && socketDirectory ? { pid, socketDirectory } : null;
  } catch {
    return null;
  }
}

/**
 * Removes a `postmaster.pid` whose process number now belongs to some other program, as happens
 * after a restart of a container, where numbers repeat: PostgreSQL itself would take it for a
 * running server and refuse to start. Only Linux tells which folder a process works in; PostgreSQL
 * works in its data directory. Elsewhere, and where that cannot be seen, the file stays.
 */
export function removeStalePostmasterFile(cluster: string): void {
  const postmaster = readPostmaster(cluster);
  if (!postmaster || process.platform !== "linux") return;
  try {
    const workingDirectory = statSync(`/proc/${postmaster.pid}/cwd`);
    const clusterDirectory = statSync(cluster);
    const isSame =
      workingDirectory.ino === clusterDirectory.ino &&
      workingDirectory.dev === clusterDirectory.dev;
    if (!isSame) rmSync(join(cluster, fileName), { force: true });
  } catch {
    // The process is gone (PostgreSQL sees that for itself) or belongs to someone else.
  }
}
