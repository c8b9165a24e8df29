import { setTimeout as delay } from "node:timers/promises";
import { readPostmaster } from "./postmaster-file.ts";

const stopTimeoutMs = 30_000;
const pollMs = 10;

/**
 * Stops the server cleanly: SIGINT is PostgreSQL's 'fast' shutdown, which ends sessions, writes a
 * checkpoint and removes `postmaster.pid` last, and that is what is waited for.
 *
 * @throws Error when it still runs after 30 seconds; it is then left to finish by itself.
 */
export async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  try {
    process.kill(pid, "SIGINT");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return;
    throw error;
  }
  const begun = Date.now();
  while (readPostmaster(cluster)?.pid === pid) {
    if (Date.now() - begun > stopTimeoutMs) {
      throw new Error(`PostgreSQL ${pid} is still stopping after ${stopTimeoutMs / 1000} seconds`);
    }
    await delay(pollMs);
  }
}
