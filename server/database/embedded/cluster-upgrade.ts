import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { BaseLogger } from "pino";
import { DatabaseUnusable } from "#server/database/database-errors.ts";
import { EmbeddedServer, postgresSettings, stopLeftBehind } from "./embedded-server.ts";
import {
  chooseCluster,
  type FoundCluster,
  findClusters,
  isAlive,
  recordOrigin,
  removeFolder,
  upgradedCluster,
} from "./postgres-cluster.ts";
import { makePostgresPaths, type PostgresPaths } from "./postgres-paths.ts";
import {
  findOlderPrograms,
  findPostgresBinaries,
  type PostgresBinaries,
  removeSavedPrograms,
  savePrograms,
} from "./postgres-programs.ts";
import { readPostmaster } from "./postmaster.ts";

type Log = Pick<BaseLogger, "info" | "warn" | "error">;

/** Cluster of an older major version, and the newer programs to which it must be upgraded. */
export interface NeededUpgrade {
  readonly from: FoundCluster;
  readonly binaries: PostgresBinaries;
}

/** Upgrade that the data directory needs before the installed PostgreSQL can use it; null without one. */
export function findNeededUpgrade(dataDirectory: string): NeededUpgrade | null {
  const binaries = findPostgresBinaries();
  const from = findClusters(join(resolve(dataDirectory), "postgres")).at(-1);
  return binaries && from && from.major < binaries.major ? { from, binaries } : null;
}

/**
 * Saves the installed programs before npm replaces them by those of another major version.
 *
 * @returns false where the cluster is in use: its server would lose its programs
 */
export function prepareUpgrade(dataDirectory: string): boolean {
  const { root } = makePostgresPaths(dataDirectory);
  const inUse = findClusters(root).some(({ path }) => readPostmaster(path) !== null);
  if (!inUse) savePrograms(root);
  return !inUse;
}

/** Folder of an upgrade to a major version, and its name while it is set aside. */
export function upgradeFolders(dataDirectory: string, major: number) {
  const cluster = upgradedCluster(join(resolve(dataDirectory), "postgres"), major);
  return { cluster, unused: join(dirname(cluster), `unused-${basename(cluster)}`) };
}

/**
 * Upgrade of the cluster of one major version to a new one of the next. Its files are in a folder of their own until a
 * rename puts the new cluster in place; of the old one only its own programs start and stop it. Disposing removes the
 * folder; that of a killed process is removed by the next upgrade or start (docs/decisions/040).
 */
export class ClusterUpgrade implements AsyncDisposable {
  readonly from: FoundCluster;
  /** Private folder for files of the upgrade. */
  readonly folder: string;
  readonly #work: string;
  readonly #paths: PostgresPaths;
  readonly #newer: PostgresPaths;
  readonly #binaries: PostgresBinaries;
  readonly #log: Log;

  /**
   * @throws DatabaseUnusable where another process upgrades it, or the old cluster must not be used
   */
  static async begin(
    dataDirectory: string,
    needed: NeededUpgrade,
    log: Log,
  ): Promise<ClusterUpgrade> {
    const paths = makePostgresPaths(dataDirectory);
    await clearAbandonedUpgrades(paths.root);
    chooseCluster(paths.root, needed.from.major);
    const upgrade = new ClusterUpgrade(paths, needed, log);
    const own = basename(upgrade.#work);
    const other = readdirSync(paths.root).find((name) => name.startsWith(prefix) && name !== own);
    if (other === undefined) return upgrade;
    await upgrade[Symbol.asyncDispose]();
    throw new DatabaseUnusable(
      `The process ${other.slice(prefix.length)} brings the database over already: wait for it, or, where that number is another program's, remove ${join(paths.root, other)}.`,
    );
  }

  private constructor(paths: PostgresPaths, { from, binaries }: NeededUpgrade, log: Log) {
    this.from = from;
    this.#paths = { ...paths, cluster: from.path };
    this.#binaries = binaries;
    this.#log = log;
    this.#work = join(paths.root, `${prefix}${process.pid}`);
    // PostgreSQL's account passes through it to the new cluster, as through the folder around it.
    mkdirSync(this.#work, { mode: 0o711 });
    this.folder = join(this.#work, "private");
    mkdirSync(this.folder, { mode: 0o700 });
    this.#newer = makePostgresPaths(this.#work);
  }

  /**
   * Starts the old cluster by its own programs, and locks it for other processes.
   *
   * @throws DatabaseUnusable with one line, also where a server uses it
   */
  async startOlder(signal: AbortSignal): Promise<EmbeddedServer> {
    const { root } = this.#paths;
    const { major } = this.from;
    // Programs in the private folder could not be run by PostgreSQL's account.
    const temporary = join(this.#work, "programs");
    const binaries = await findOlderPrograms({ major, root, temporary, signal });
    const server = await EmbeddedServer.join(
      { paths: this.#paths, binaries, settings: postgresSettings },
      this.#log,
    );
    if (await server.isOnlyUser()) return server;
    await server[Symbol.asyncDispose]();
    throw new DatabaseUnusable(
      "A server or a command of Mosdó uses this database: stop all of them first. Nothing has been changed.",
    );
  }

  /** Creates the new cluster and starts it. */
  startNewer(): Promise<EmbeddedServer> {
    const setup = { paths: this.#newer, binaries: this.#binaries, settings: postgresSettings };
    return EmbeddedServer.join(setup, this.#log);
  }

  /**
   * Stops both and puts the new cluster in place; the old one last, so that nothing is written into it after the copy.
   *
   * @returns the path of the new cluster
   */
  async finish(older: EmbeddedServer, newer: EmbeddedServer): Promise<string> {
    const { root } = this.#paths;
    const cluster = upgradedCluster(root, this.#binaries.major);
    await stopCleanly(newer, this.#newer);
    await stopCleanly(older, this.#paths);
    recordOrigin(cluster, this.from);
    syncFolder(this.#newer.root);
    renameSync(this.#newer.cluster, cluster);
    syncFolder(root);
    removeSavedPrograms(root, this.from.major);
    return cluster;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await removeMove(this.#work);
  }
}

/** Prefix of the folder of an upgrade; the number of its process follows. */
const prefix = "moving-";

/** Removes the remains of killed upgrades, and stops the server that they may have left running. */
export async function clearAbandonedUpgrades(root: string): Promise<void> {
  for (const name of readdirSync(root)) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue;
    await removeMove(join(root, name));
  }
}

/** Time in which an `initdb` without its parent process may still write. */
const removeTimeoutMs = 10_000;

async function removeMove(folder: string): Promise<void> {
  const paths = makePostgresPaths(folder);
  await stopLeftBehind(paths);
  const begun = Date.now();
  for (;;) {
    try {
      for (const name of readdirSync(paths.root)) removeFolder(join(paths.root, name));
      // In the temporary folder, where its path would be too long.
      removeFolder(paths.socketDirectory);
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (Date.now() - begun > removeTimeoutMs) throw error;
      await delay(100);
    }
  }
}

/** Stops a server cleanly: its cluster is then complete on the disk. */
async function stopCleanly(server: EmbeddedServer, paths: PostgresPaths): Promise<void> {
  await server[Symbol.asyncDispose]();
  // On a slow disk this may take longer than a server's own stop may wait.
  await stopLeftBehind(paths);
  if (readPostmaster(paths.cluster) === null) return;
  throw new Error(`the PostgreSQL in ${paths.cluster} did not stop cleanly`);
}

/** Flushes the names in a folder to the disk. */
function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
