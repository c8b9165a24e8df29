import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { connectDatabase } from "#server/database/connect.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import type { EmbeddedConnection } from "#server/database/embedded/embedded-server.ts";
import { readPostmaster } from "#server/database/embedded/postmaster.ts";
import { migrate } from "#server/database/migrate.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";

export interface ReplicatedPostgres extends AsyncDisposable {
  readonly primary: EmbeddedConnection;
  /** Streams from the primary, and may be read. */
  readonly replica: EmbeddedConnection;
  /** Ends every process of a server at once, as `kill -9` does; it is started again by itself. */
  kill(server: "primary" | "replica"): void;
}

const settings = { fsync: "off", hot_standby_feedback: "on" };

/**
 * A PostgreSQL of its own with a migrated, empty database, and a streaming replica of it. The npm
 * package has no `pg_basebackup`: the replica starts from a copy of the stopped primary's folder.
 */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const root = await mkdtemp(join(tmpdir(), "mosdo-replica-"));
  // Reachable for the user that PostgreSQL runs as when the tests run as root.
  await chmod(root, 0o755);
  const [ofPrimary, ofReplica] = [join(root, "p"), join(root, "r")];
  const start = (dataDirectory: string) =>
    startEmbeddedPostgres({ dataDirectory, log: silentLog, settings });
  {
    await using postgres = await start(ofPrimary);
    const database = connectDatabase(postgres.connection, { log: silentLog });
    await migrate(database);
    await database.destroy();
  }
  await mkdir(ofReplica);
  // Files keep their owner, which need not be the user of the tests.
  await promisify(execFile)("cp", ["-a", join(ofPrimary, "postgres"), ofReplica]);
  const primary = await start(ofPrimary);
  const { host, user } = primary.connection;
  const cluster = join(ofReplica, "postgres/cluster");
  await writeFile(join(cluster, "standby.signal"), "");
  await appendFile(
    join(cluster, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${host} user=${user}'\n`,
  );
  const replica = await start(ofReplica);
  return {
    primary: primary.connection,
    replica: replica.connection,
    kill(server) {
      const root = server === "primary" ? ofPrimary : ofReplica;
      const { pid = 0 } = readPostmaster(join(root, "postgres/cluster")) ?? {};
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
      // The first one would end the others, if it could.
      for (const one of [pid, ...children.trim().split(" ").map(Number)])
        process.kill(one, "SIGKILL");
    },
    async [Symbol.asyncDispose]() {
      await replica[Symbol.asyncDispose]();
      await primary[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
}
