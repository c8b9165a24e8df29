import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Age of a stale lock, even if another process has the number of its killed holder now. */
const maxLockMs = 10 * 60_000;

/** Takes a lock file, which is removed with the process; waits while another process holds it. */
export async function takeLock(path: string): Promise<void> {
  while (!tryLock(path)) await delay(100);
  process.on("exit", () => rmSync(path, { force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
}

function tryLock(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (isStale(path, Date.now())) rmSync(path, { force: true });
    return false;
  }
}

/** Whether the holder of a lock file has ended. A new lock may have no process number yet. */
export function isStale(path: string, nowMs: number): boolean {
  try {
    const pid = Number(readFileSync(path, "utf8"));
    if (nowMs - statSync(path).mtimeMs > maxLockMs) return true;
    if (pid !== 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Replaces a folder by another one in one step, and removes the old one. */
export function replaceFolder(path: string, replacement: string): void {
  const outdated = `${path}.old`;
  rmSync(outdated, { recursive: true, force: true });
  if (existsSync(path)) renameSync(path, outdated);
  renameSync(replacement, path);
  rmSync(outdated, { recursive: true, force: true });
}
