import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";

/*
 * Processor time of a test run, user and system, in seconds (docs/decisions/023). The runner measures each step, and
 * names in the environment a file to which each test file adds its own time.
 */

const costsVariable = "MOSDO_TEST_COSTS";

/** Clock ticks a second in `/proc`, the same on all machines that Node.js runs on. */
const ticksPerSecond = 100;

/** Environment of a step, whose test files add their processor time to the file. */
export function costsEnvironment(path: string): Record<string, string> {
  return { [costsVariable]: path };
}

/** Processor time by test file, of those that have been added to the file. */
export function readCosts(path: string): Map<string, number> {
  const costs = new Map<string, number>();
  if (!existsSync(path)) return costs;
  for (const line of readFileSync(path, "utf8").trimEnd().split("\n")) {
    const [seconds, file] = line.split("\t", 2);
    costs.set(file, (costs.get(file) ?? 0) + Number(seconds));
  }
  return costs;
}

/** Seconds that have been added, for all instances of this module: a test that resets the modules makes another. */
const counted = Symbol.for("mosdo.counted-seconds");
const state = globalThis as { [counted]?: number };

/** Adds the processor time of this process and its descendants since the last call to that of a test file. */
export function addCost(file: string): void {
  const path = process.env[costsVariable];
  if (path === undefined) return;
  const seconds = treeSeconds();
  // A descendant whose parent has ended first is missing from now on.
  appendFileSync(path, `${Math.max(0, seconds - (state[counted] ?? 0)).toFixed(2)}\t${file}\n`);
  state[counted] = seconds;
}

/**
 * Processor time of this process and its descendants, ended ones included; without `/proc`, as on macOS, of this
 * process alone.
 */
function treeSeconds(): number {
  if (!existsSync("/proc/self/stat")) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const processes = readdirSync("/proc").flatMap(readProcess);
  const tree = new Set([process.pid]);
  // Ids wrap around: a child's may be below its parent's.
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const { id, parent } of processes) if (tree.has(parent)) tree.add(id);
  }
  return processes.reduce((sum, { id, seconds }) => sum + (tree.has(id) ? seconds : 0), 0);
}

function readProcess(name: string): { id: number; parent: number; seconds: number }[] {
  if (!/^\d+$/.test(name)) return [];
  try {
    // The name of the program may have blanks and brackets itself.
    const fields = readFileSync(`/proc/${name}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    // proc(5): utime, stime, and those of the children that it has waited for.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [{ id: Number(name), parent: Number(fields[1]), seconds: ticks / ticksPerSecond }];
  } catch {
    // Ended meanwhile.
    return [];
  }
}
