import { statfs } from "node:fs/promises";
import { instantOfName } from "#server/backup/backup-format.ts";
import { findBackups } from "#server/backup/rotation.ts";

/** Space of a disk for an ordinary user. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Space of a folder's disk; null where the system does not report it. */
export async function readDisk(directory: string): Promise<DiskSpace | null> {
  try {
    const { bsize, bavail, blocks } = await statfs(directory);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}

/** Time of the last backup in a folder; null without any, and for an unreadable folder. */
export function readLastBackup(directory: string): Date | null {
  try {
    const name = findBackups(directory).at(-1);
    return name === undefined ? null : instantOfName(name);
  } catch {
    return null;
  }
}
