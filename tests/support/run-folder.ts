import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";
import { inheritedClock } from "./test-clock.ts";

/** Disk in memory that Linux has without any set-up. */
const memoryDisk = "/dev/shm";

/** Space that must be free on that disk and in memory; a whole run takes less than half of it. */
const neededBytes = 3 * 2 ** 30;

const namePrefix = "mosdo-tests-";

/**
 * Temporary folder of one test run, which every process of the run finds as `os.tmpdir()`; removed
 * at the run's end. It is in memory where there is room: the tests make and drop some hundreds of
 * databases of a thousand files each, whose creation takes most of their time on a disk. The run's processes
 * also share in it the code that Node.js has compiled: servers, and workers of the tests.
 *
 * Elsewhere (macOS, a container with a small `/dev/shm`) the temporary folder stays as it was.
 */
export function useRunFolder(): void {
  if (process.env.MOSDO_TEST_FOLDER || !hasMemoryDisk()) return;
  removeAbandoned();
  const folder = mkdtempSync(join(memoryDisk, `${namePrefix}${process.pid}-`));
  // Reachable for the user that PostgreSQL runs as when the tests run as root.
  chmodSync(folder, 0o755);
  process.env.MOSDO_TEST_FOLDER = folder;
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE ??= join(folder, "compile-cache");
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

/** Environment of a process that a test starts: the run's clock, temporary folder, compiled code and passwords. */
export function childEnvironment(): Record<string, string | undefined> {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE, MOSDO_QUICK_PASSWORDS } = process.env;
  return { PATH, TMPDIR, NODE_COMPILE_CACHE, MOSDO_QUICK_PASSWORDS, ...inheritedClock() };
}

function hasMemoryDisk(): boolean {
  try {
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
    const [, , kind, options] =
      mounts.map((line) => line.split(" ")).find(([, path]) => path === memoryDisk) ?? [];
    // Programs of the tests run from their folder.
    if (kind !== "tmpfs" || options.split(",").includes("noexec")) return false;
    const { bavail, bsize } = statfsSync(memoryDisk);
    return Math.min(bavail * bsize, freemem()) >= neededBytes;
  } catch {
    return false;
  }
}

/** Removes the folders of runs that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(memoryDisk)) {
    const runner = new RegExp(`^${namePrefix}(\\d+)-`).exec(name)?.[1];
    if (runner === undefined || isAlive(Number(runner))) continue;
    rmSync(join(memoryDisk, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
