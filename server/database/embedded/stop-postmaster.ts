import { spawnSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { borrowerOf, commandAs } from "./postgres-account.ts";
import { readPostmaster } from "./postmaster-file.ts";

const stopTimeoutMs = 30_000;
const pollMs = 10;

/**
 * Stops the server cleanly: SIGINT is PostgreSQL's 'fast' shutdown, which ends sessions, writes a
 * checkpoint and removes `postmaster.pid` last, and that is what is waited for.
 *
 * @returns false where no process of that number is PostgreSQL's to stop.
 * @throws Error when it still runs after 30 seconds; it is then left to finish by itself.
 */
export async function stopPostmaster(cluster: string, pid: number): Promise<boolean> {
  if (!interrupt(cluster, pid)) return false;
  const begun = Date.now();
  while (readPostmaster(cluster)?.pid === pid) {
    if (Date.now() - begun > stopTimeoutMs) {
      throw new Error(`PostgreSQL ${pid} is still stopping after ${stopTimeoutMs / 1000} seconds`);
    }
    await delay(pollMs);
  }
  return true;
}

/**
 * Sends SIGINT with the rights of PostgreSQL's account: the number comes from a file of that account,
 * which could name any process.
 */
function interrupt(cluster: string, pid: number): boolean {
  const borrower = borrowerOf(cluster);
  if (borrower) {
    const kill = commandAs(borrower, "/bin/sh", ["-c", 'kill -INT "$0"', String(pid)]);
    return spawnSync(kill.command, kill.args, { ...kill.options, cwd: "/" }).status === 0;
  }
  try {
    return process.kill(pid, "SIGINT");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}
