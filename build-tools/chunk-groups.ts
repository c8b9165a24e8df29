import { existsSync } from "node:fs";

/** A chunk of script that several pages share, named by its contents. */
export interface ChunkGroup {
  readonly name: string;
  /** Folders (ending in a slash) and files, from the root; a module without a file begins with `\0`. */
  readonly of: readonly string[];
  /** Excluded folders and files within these. */
  readonly without?: readonly string[];
  /** Minimum number of entries, pages and lazily loaded chunks alike, that use a module. */
  readonly minShareCount?: number;
  /** A module of two groups goes to the one with the higher priority, else to the first. */
  readonly priority?: number;
}

/**
 * The groups in Rolldown's form. @param root absolute path of the repository, with a trailing slash
 * @throws {Error} for a missing path: a renamed one would go to another chunk, and weigh on every page
 */
export function codeSplittingGroups(groups: readonly ChunkGroup[], root: string) {
  return groups.map(({ of, without = [], ...group }) => {
    const lost = [...of, ...without].find(
      (path) => !path.startsWith("\0") && !existsSync(root + path),
    );
    if (lost !== undefined) throw new Error(`vite.config.ts names ${lost}, which is missing`);
    const names = (paths: readonly string[], id: string) =>
      paths.some((path) => isWithin(id, path, root));
    return { ...group, test: (id: string) => names(of, id) && !names(without, id) };
  });
}

/** Whether a module is the named file, with any query (`?url`), or is in the named folder. */
function isWithin(id: string, path: string, root: string): boolean {
  if (path.startsWith("\0")) return id === path;
  const named = root + path;
  return path.endsWith("/") ? id.startsWith(named) : id.replace(/\?.*$/, "") === named;
}
