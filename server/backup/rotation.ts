import { readdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { instantOfName, partialEnding, readManifest } from "./backup-format.ts";

/** Numbers of backups that are kept (docs/product#kept-backups). */
const keptDays = 7;
const keptWeeks = 4;

const dayMs = 24 * 60 * 60 * 1000;
/** The first Monday of Unix time was 5 January 1970. */
const firstMondayMs = 4 * dayMs;

/**
 * Instants of the backups that are kept (docs/product#kept-backups): the last one of each of the last
 * 7 days (UTC) that have one, and of each of the last 4 weeks, from Monday, that have one. Days and weeks
 * without a backup do not count, so that an instance that stood still keeps what it has.
 */
export function chooseKept(taken: readonly Date[]): Date[] {
  const newestFirst = taken.toSorted((one, other) => other.getTime() - one.getTime());
  const days = lastOfEach(newestFirst, (at) => Math.floor(at.getTime() / dayMs));
  const weeks = lastOfEach(newestFirst, (at) =>
    Math.floor((at.getTime() - firstMondayMs) / (7 * dayMs)),
  );
  const kept = new Set([...days.slice(0, keptDays), ...weeks.slice(0, keptWeeks)]);
  return newestFirst.filter((at) => kept.has(at));
}

function lastOfEach(newestFirst: readonly Date[], periodOf: (at: Date) => number): Date[] {
  return newestFirst.filter(
    (at, index) => index === 0 || periodOf(at) !== periodOf(newestFirst[index - 1]),
  );
}

/**
 * Names of the backups in a folder, oldest first: folders, not links, with a name that is exactly one of
 * ours and a manifest of that instant that can be read. All else in there is not ours to touch.
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
 * Removes the backups that are not kept, and returns their names. Each loses its name first, so that a
 * folder with the name of a backup is whole also where the removal breaks off.
 */
export async function removeOldBackups(directory: string): Promise<string[]> {
  const taken = new Map(findBackups(directory).map((name) => [instantOfName(name)!, name]));
  const kept = new Set(chooseKept([...taken.keys()]));
  const removed: string[] = [];
  for (const [at, name] of taken) {
    if (kept.has(at)) continue;
    const partial = join(directory, `${name}${partialEnding}`);
    await rename(join(directory, name), partial);
    await rm(partial, { recursive: true, force: true });
    removed.push(name);
  }
  return removed;
}
