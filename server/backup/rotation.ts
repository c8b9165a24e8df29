import { readdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { instantOfName, partialEnding, readManifest } from "./backup-format.ts";

/** Numbers of retained backups (docs/product#backup-rotation). */
const retainedDays = 7;
const retainedWeeks = 4;

const dayMs = 24 * 60 * 60 * 1000;
/** The first Monday of Unix time was 5 January 1970. */
const firstMondayMs = 4 * dayMs;

/**
 * Instants of the retained backups (docs/product#backup-rotation): the last one of each of the last 7
 * days (UTC) that have one, and of each of the last 4 weeks, from Monday, that have one. Days and
 * weeks without a backup do not count, so that an instance that was stopped loses none.
 */
export function chooseRetained(taken: readonly Date[]): Date[] {
  const newestFirst = taken.toSorted((one, other) => other.getTime() - one.getTime());
  const days = lastOfEach(newestFirst, (at) => Math.floor(at.getTime() / dayMs));
  const weeks = lastOfEach(newestFirst, (at) =>
    Math.floor((at.getTime() - firstMondayMs) / (7 * dayMs)),
  );
  const retained = new Set([...days.slice(0, retainedDays), ...weeks.slice(0, retainedWeeks)]);
  return newestFirst.filter((at) => retained.has(at));
}

function lastOfEach(newestFirst: readonly Date[], periodOf: (at: Date) => number): Date[] {
  return newestFirst.filter(
    (at, index) => index === 0 || periodOf(at) !== periodOf(newestFirst[index - 1]),
  );
}

/**
 * Names of the backups in a folder, oldest first: folders, not links, with exactly a name of ours
 * and a readable manifest of that instant. All other files are left alone.
 */
export function findBackups(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isOurs(directory, entry.name))
    .map(({ name }) => name)
    .sort();
}

function isOurs(directory: string, name: string): boolean {
  const at = instantOfName(name);
  if (at === null) return false;
  try {
    const takenAt = new Date(readManifest(join(directory, name)).takenAt);
    return Math.floor(takenAt.getTime() / 1000) * 1000 === at.getTime();
  } catch {
    return false;
  }
}

/**
 * Removes the backups that are not retained, and returns their names. Each is renamed first, so
 * that a folder with the name of a backup is always complete, even after an interrupted removal.
 */
export async function removeOldBackups(directory: string): Promise<string[]> {
  const taken = new Map(findBackups(directory).map((name) => [instantOfName(name)!, name]));
  const retained = new Set(chooseRetained([...taken.keys()]));
  const removed: string[] = [];
  for (const [at, name] of taken) {
    if (retained.has(at)) continue;
    const partial = join(directory, `${name}${partialEnding}`);
    await rename(join(directory, name), partial);
    await rm(partial, { recursive: true, force: true });
    removed.push(name);
  }
  return removed;
}
