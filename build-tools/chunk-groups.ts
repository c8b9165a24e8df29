import type { Plugin } from "vite";

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

export interface BuiltChunk {
  readonly name: string;
  readonly moduleIds: readonly string[];
}

/**
 * The groups in Rolldown's form.
 *
 * @param root absolute path of the repository, with a trailing slash
 */
export function codeSplittingGroups(groups: readonly ChunkGroup[], root: string) {
  return groups.map(({ of, without = [], ...group }) => ({
    ...group,
    test: (id: string) =>
      of.some((path) => isWithin(id, path, root)) &&
      !without.some((path) => isWithin(id, path, root)),
  }));
}

/**
 * Fails the build of the pages when a group names a missing folder or file: a removed or renamed
 * one would go to another chunk, and weigh on every page.
 */
export function checkChunkGroups(groups: readonly ChunkGroup[], root: string): Plugin {
  return {
    name: "mosdo:check-chunk-groups",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const vain = namedInVain(groups, chunks, root);
      if (vain.length > 0) this.error(`vite.config.ts names in vain: ${vain.join(", ")}`);
    },
  };
}

/**
 * Unused paths of groups, as `group: path`: a path without a module in the group's chunk, and an
 * excluded path without a module in the build.
 */
export function namedInVain(
  groups: readonly ChunkGroup[],
  chunks: readonly BuiltChunk[],
  root: string,
): string[] {
  const all = chunks.flatMap(({ moduleIds }) => moduleIds);
  return groups.flatMap(({ name, of, without = [] }) => {
    const own = chunks.filter((chunk) => chunk.name === name).flatMap((chunk) => chunk.moduleIds);
    const lacksIn = (ids: readonly string[]) => (path: string) =>
      !ids.some((id) => isWithin(id, path, root));
    return [...of.filter(lacksIn(own)), ...without.filter(lacksIn(all))].map(
      (path) => `${name}: ${path}`,
    );
  });
}

/** Whether a module is the named file, with any query (`?url`), or is in the named folder. */
function isWithin(id: string, path: string, root: string): boolean {
  if (path.startsWith("\0")) return id === path;
  const named = root + path;
  return path.endsWith("/") ? id.startsWith(named) : id.replace(/\?.*$/, "") === named;
}
