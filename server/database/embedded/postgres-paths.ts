import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { DatabaseUnusable } from "#server/database/database-errors.ts";

/** Paths of the embedded PostgreSQL's files; all absolute. */
export interface PostgresPaths {
  /** Folder in which only its owner, the server's user, writes; the others except the socket's are below it. */
  readonly root: string;
  /** PostgreSQL's own data directory, owned by its account. */
  readonly cluster: string;
  readonly logFile: string;
  /** Folder of the Unix socket; outside `root` where that path is too long (`socketDirectoryFor`). */
  readonly socketDirectory: string;
}

/**
 * Creates `dataDirectory` and the private folder `postgres` in it where they are missing.
 *
 * @throws DatabaseUnusable where they cannot be written.
 */
export function makePostgresPaths(dataDirectory: string): PostgresPaths {
  const root = makeRoot(resolve(dataDirectory, "postgres"));
  return {
    root,
    cluster: join(root, "cluster"),
    logFile: join(root, "postgres.log"),
    // Root always uses `/tmp`, so that every process of root finds the socket, with any TMPDIR.
    socketDirectory: socketDirectoryFor(root, process.getuid?.() === 0 ? "/tmp" : tmpdir()),
  };
}

function makeRoot(path: string): string {
  try {
    makeFolders(dirname(path));
    if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    accessSync(path, constants.W_OK | constants.X_OK);
    return realpathSync(path);
  } catch (cause) {
    throw new DatabaseUnusable(
      `${path}, where the embedded PostgreSQL keeps its data, cannot be written: set DATA_DIR to a folder of your own, or DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

/**
 * Creates a folder and its parents. Node's recursive mkdir never ends where the system returns ENOENT for one in an
 * existing folder, as in `/proc`.
 */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(path)) throw error;
  }
}

/** Maximum length of a socket's path: `sun_path` has 103 bytes on macOS, 107 on Linux. */
const maxSocketPathBytes = 103;
const socketFileName = ".s.PGSQL.5432";

/** Folder for the socket of the cluster in `root`; where that path would be too long, one of `temporaryDirectory`. */
function socketDirectoryFor(root: string, temporaryDirectory: string): string {
  const inside = join(root, "socket");
  if (fitsSocket(inside)) return inside;
  const name = `mosdo-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`;
  const short = join(temporaryDirectory, name);
  return fitsSocket(short) ? short : join("/tmp", name);
}

function fitsSocket(directory: string): boolean {
  return Buffer.byteLength(join(directory, socketFileName)) <= maxSocketPathBytes;
}
