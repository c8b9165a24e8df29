import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { EmbeddedConnection } from "#server/database/embedded/embedded-server.ts";
import { borrowerOf } from "#server/database/embedded/postgres-account.ts";
import { findFreePort } from "#tests/support/server-process.ts";

/** PgBouncer in transaction mode in front of a test's database. */
interface PgBouncer extends AsyncDisposable {
  /** For `pg`: a connection through it. */
  readonly connection: { host: string; port: number; user: string; database: string };
  /** The same as a `DATABASE_URL`. */
  readonly url: string;
}

/** Whether PgBouncer is installed (`apt-get install pgbouncer` on Debian). */
export const hasPgBouncer = spawnSync("pgbouncer", ["--version"]).status === 0;

/**
 * The clock of the run, which sessions have by `PGOPTIONS` elsewhere (docs/decisions/053): PgBouncer accepts no
 * options.
 */
function clockQuery(): string {
  const [, shift = "0"] = /mosdo\.clock_shift=(\S+)/.exec(process.env.PGOPTIONS ?? "") ?? [];
  return `select set_config(''mosdo.clock_shift'', ''${shift}'', false)`;
}

/**
 * Starts it as it comes, but for the mode of its pool. Its clients need an environment without `PGOPTIONS`.
 *
 * @param poolSize number of its connections to the database
 */
export async function startPgBouncer(
  { host, user, database }: EmbeddedConnection,
  poolSize = 4,
): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), "mosdo-pgbouncer-"));
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const settings = join(folder, "pgbouncer.ini");
  writeFileSync(
    settings,
    `[databases]
${database} = host=${host} port=5432 user=${user} connect_query='${clockQuery()}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
`,
  );
  const { command, args } = asUser(host, ["pgbouncer", settings]);
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr.on("data", (text) => {
    output += text;
  });
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true });
  };
  try {
    await untilListening(child, port);
  } catch (error) {
    await stop();
    throw new Error(`PgBouncer has ended:\n${output}`, { cause: error });
  }
  return {
    connection: { host: "127.0.0.1", port, user, database },
    url: `postgres://${user}@127.0.0.1:${port}/${database}`,
    [Symbol.asyncDispose]: stop,
  };
}

/**
 * PgBouncer refuses to run as root: there it runs as the owner of PostgreSQL's socket, or, where that is root, in a
 * user namespace in which it appears as another user.
 */
function asUser(socketFolder: string, [command, ...args]: [string, ...string[]]) {
  if (process.getuid?.() !== 0) return { command, args };
  const owner = borrowerOf(socketFolder);
  if (owner) return { command, args: ["-u", "nobody", ...args] };
  return { command: "unshare", args: ["--user", "--map-user=65534", "--", command, ...args] };
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, "127.0.0.1");
    const isThere = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    await delay(20);
  }
  throw new Error(`exit code ${child.exitCode}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "close");
}
