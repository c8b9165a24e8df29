import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { DatabaseUnavailable } from "../database-unavailable.ts";
import { commandAs, type PostgresAccount } from "./postgres-account.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import type { PostgresPaths } from "./postgres-paths.ts";

/** The only role of the embedded server, its superuser; the socket's folder keeps others out. */
export const embeddedUser = "mosdo";

const postgresMajor = "18";

/**
 * Makes PostgreSQL's data directory where there is none. It is made beside its place and then
 * renamed, so that an interrupted start leaves nothing half-made, and of two that start at once
 * one wins and the other uses the winner's.
 *
 * Text is UTF-8 in code-point order; the ICU collations (`hu-x-icu`) are there to be named.
 */
export async function makeCluster(
  paths: PostgresPaths,
  binaries: PostgresBinaries,
  account: PostgresAccount,
): Promise<void> {
  if (existsSync(join(paths.cluster, "PG_VERSION"))) {
    ensureSameMajor(paths.cluster);
    return;
  }
  removeAbandoned(paths.root);
  const unfinished = join(paths.root, `${unfinishedPrefix}${process.pid}`);
  const initdb = commandAs(account, binaries.initdb, initdbArguments(unfinished));
  try {
    await promisify(execFile)(initdb.command, initdb.args, { ...initdb.options, cwd: paths.root });
  } catch (cause) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new DatabaseUnavailable(
      `The embedded PostgreSQL could not make its data directory in ${paths.root}: ${lastLine(cause)}`,
      { cause },
    );
  }
  try {
    renameSync(unfinished, paths.cluster);
  } catch (cause) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(join(paths.cluster, "PG_VERSION"))) throw cause;
  }
}

function initdbArguments(directory: string): string[] {
  return [
    `--pgdata=${directory}`,
    `--username=${embeddedUser}`,
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ];
}

const unfinishedPrefix = "unfinished-";

/** Removes what starts left behind that were killed while they made the data directory. */
function removeAbandoned(root: string): void {
  for (const name of readdirSync(root)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    if (!isAlive(Number(name.slice(unfinishedPrefix.length)))) {
      rmSync(join(root, name), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch {
    return false;
  }
}

function ensureSameMajor(cluster: string): void {
  const major = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (major === postgresMajor) return;
  throw new DatabaseUnavailable(
    `${cluster} was made by PostgreSQL ${major}, and this version brings PostgreSQL ${postgresMajor}: export with the old version and import with this one, or set DATABASE_URL.`,
  );
}

function lastLine(error: unknown): string {
  const output = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  return output.trim().split("\n").at(-1) ?? "";
}
