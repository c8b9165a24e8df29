import { realpathSync } from "node:fs";
import pg from "pg";
import { embeddedUser } from "./postgres-cluster.ts";

/**
 * Every process that uses the embedded server holds this advisory lock in shared mode on a
 * connection of its own; a process that can take it exclusively is the last one and may stop the
 * server. The lock ends with the connection, so a killed process never counts as a user.
 */
const inUseLock = 0x6d6f7364;

/** Use of the running server by one process. */
export interface SharedUse {
  /** Connection that holds the lock; its `end` event means that the use is lost. */
  readonly client: pg.Client;
  readonly socketDirectory: string;
}

export type JoinResult =
  | { readonly kind: "joined"; readonly use: SharedUse }
  /** The socket is silent, or the server of another data directory responds. */
  | { readonly kind: "absent" }
  /** The server is starting or stopping. */
  | { readonly kind: "busy" };

/** Our database in the embedded server. */
export const embeddedDatabase = "mosdo";

const connectTimeoutMs = 5_000;

/** Connects to the server that listens in `socketDirectory`, and counts as one of its users. */
export async function joinServer(socketDirectory: string, cluster: string): Promise<JoinResult> {
  const client = new pg.Client({
    host: socketDirectory,
    user: embeddedUser,
    database: "postgres",
    application_name: "mosdo in use",
    connectionTimeoutMillis: connectTimeoutMs,
  });
  // Without a listener, an error between two queries would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    if (!rows[0] || realpathSync(rows[0].data_directory) !== realpathSync(cluster)) {
      await client.end();
      return { kind: "absent" };
    }
    await client.query("select pg_advisory_lock_shared($1)", [inUseLock]);
    await makeDatabase(client);
    return { kind: "joined", use: { client, socketDirectory } };
  } catch (error) {
    client.end().catch(() => {});
    return { kind: isNobodyListening(error) ? "absent" : "busy" };
  }
}

async function makeDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [
    embeddedDatabase,
  ]);
  if (rowCount === 0) await client.query(`create database ${embeddedDatabase}`);
}

/**
 * Leaves the server. Returns true where no other process uses it: this process then holds the
 * exclusive lock, so that a process that joins now waits until the server has been stopped.
 */
export async function leaveServer({ client }: SharedUse): Promise<boolean> {
  await client.query("select pg_advisory_unlock_shared($1)", [inUseLock]);
  const { rows } = await client.query<{ alone: boolean }>(
    "select pg_try_advisory_lock($1) as alone",
    [inUseLock],
  );
  return rows[0]?.alone === true;
}

function isNobodyListening(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOENT" || code === "ECONNREFUSED" || code === "ENOTDIR";
}
