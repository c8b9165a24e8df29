import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { visitor } from "#server/accounts/viewer.ts";
import { loadConfig } from "#server/config/load-config.ts";
import { createContext } from "#server/context.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { DatabaseProxy } from "#tests/support/database/database-proxy.ts";
import {
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from "#tests/support/database/start-replicated-postgres.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { connectDatabase, type Database, openPool } from "./connect.ts";
import { logPosition, ReadServers, type ReadServersOptions } from "./read-servers.ts";

let postgres: ReplicatedPostgres;
/** Past the proxies, for what a test does to the servers. */
let primary: Database;
let replica: Database;
/** The primary, which acknowledges a write before it is safe. */
let hasty: Database;
let toPrimary: DatabaseProxy;
let toReplica: DatabaseProxy;
let servers: ReadServers;
/** What was logged, in its order. */
let lines: unknown[] = [];
const note = (...said: unknown[]) => void lines.push(said.at(-1));
const log = { info: note, warn: note };

beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  primary = connectDatabase(postgres.primary, { log: silentLog });
  replica = connectDatabase(postgres.replica, { log: silentLog });
  const options = "-c synchronous_commit=off";
  hasty = connectDatabase({ ...postgres.primary, options }, { log: silentLog });
  await sql`create table note (n int)`.execute(primary);
});
afterAll(async () => {
  await primary?.destroy();
  await hasty?.destroy();
  await replica?.destroy();
  await postgres?.[Symbol.asyncDispose]();
});

const limits = { log: silentLog, connectTimeoutMs: 500 };

beforeEach(async () => {
  toPrimary = await DatabaseProxy.start(postgres.primary);
  toReplica = await DatabaseProxy.start(postgres.replica);
  await open();
});
afterEach(async () => {
  await servers[Symbol.asyncDispose]();
  await pools.primary.end();
  await toPrimary[Symbol.asyncDispose]();
  await toReplica[Symbol.asyncDispose]();
  await sql`select pg_wal_replay_resume()`.execute(replica).catch(() => {});
  lines = [];
});

let pools: Pick<ReadServersOptions, "primary" | "replica" | "watch">;

async function open(replicaConnection: object = toReplica.connection) {
  pools = {
    primary: openPool(toPrimary.connection, limits),
    replica: openPool(replicaConnection, limits),
    watch: openPool(replicaConnection, { ...limits, maxConnections: 1 }),
  };
  servers = new ReadServers({ ...pools, log });
  await servers.start();
  await look();
}

/** A look of the change feed, which finds nothing but the position. */
const look = () =>
  servers.look(async (database) => {
    const { rows } = await sql<{ position: number }>`select ${logPosition} as position`.execute(
      database,
    );
    return rows[0];
  });

/** The server that answers a read. */
async function answering(): Promise<"primary" | "replica"> {
  const { rows } = await sql<{ standby: boolean }>`
    select pg_is_in_recovery() as standby`.execute(servers.database);
  return rows[0].standby ? "replica" : "primary";
}

const notes = async () =>
  (await sql<{ n: number }>`select n from note`.execute(servers.database)).rows.map(({ n }) => n);
const write = (n: number, to = primary) => sql`insert into note values (${n})`.execute(to);
const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 20 });
const soonAnswering = (server: "primary" | "replica") =>
  soon(async () => expect(await answering()).toBe(server));
const state = () => servers.states.replica;

describe("a read is answered", () => {
  test("by the replica, once it has replayed what has been seen", async () => {
    await soonAnswering("replica");
    expect(servers.states).toEqual({ primary: "answers", replica: "in_step" });
  });

  test("by the primary before the first look, when nothing says what would be enough", async () => {
    await servers[Symbol.asyncDispose]();
    servers = new ReadServers({
      ...pools,
      replica: openPool(toReplica.connection, limits),
      watch: openPool(toReplica.connection, limits),
      log,
    });
    await servers.start();
    expect(await answering()).toBe("primary");
  });

  test("with every write that a look has seen, 40 times", async () => {
    let atReplica = 0;
    for (let n = 1; n <= 40; n++) {
      // Committed before its log is flushed and sent, every other time.
      await write(n, n % 2 === 0 ? hasty : primary);
      await look();
      expect(await notes()).toContain(n);
      if (n % 20 === 0) await soonAnswering("replica");
      if ((await answering()) === "replica") atReplica++;
    }
    expect(atReplica).toBeGreaterThan(0);
  });

  test("by the primary while the replica does not replay, which is told once", async () => {
    await soonAnswering("replica");
    await sql`select pg_wal_replay_pause()`.execute(replica);
    await write(1_000);
    await look();
    expect(await notes()).toContain(1_000);
    expect(state()).toBe("in_step");
    for (let n = 1_001; n <= 1_020; n++) {
      await write(n);
      await look();
      expect(await notes()).toContain(n);
    }
    await soon(async () => {
      await look();
      expect(state()).toBe("behind");
    });
    await look();
    expect(await answering()).toBe("primary");
    await sql`select pg_wal_replay_resume()`.execute(replica);
    await soonAnswering("replica");
    expect(await notes()).toContain(1_020);
    expect(lines).toEqual([
      "the replica is behind the primary, which answers reads",
      "the replica is in step with the primary: it answers reads",
    ]);
  });

  test("by the primary after a write that no look has seen yet", async () => {
    await soonAnswering("replica");
    servers.distrust();
    expect(await answering()).toBe("primary");
    await look();
    await soonAnswering("replica");
  });
});

describe("a replica that is lost", () => {
  test.each(["refuse", "reset"] as const)("loses no read (%s), and answers again", async (mode) => {
    await soonAnswering("replica");
    // In the middle of statements, on connections that are open, and on those that cannot be opened.
    const under = Array.from({ length: 8 }, () =>
      sql<{ standby: boolean }>`
        select pg_is_in_recovery() as standby, pg_sleep(
          case when pg_is_in_recovery() then 60 else 0 end)`.execute(servers.database),
    );
    await soon(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where query like '%pg_sleep%' and wait_event = 'PgSleep'`.execute(
        replica,
      );
      expect(rows.length).toBe(8);
    });
    await toReplica.set(mode);
    for (const { rows } of await Promise.all(under)) expect(rows[0].standby).toBe(false);
    // The replica itself has not noticed.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`.execute(
      replica,
    );
    for (let n = 0; n < 50; n++) expect(await answering()).toBe("primary");
    await soon(() => expect(state()).toBe("lost"));
    await toReplica.set("pass");
    await soonAnswering("replica");
    expect(state()).toBe("in_step");
  });

  test("loses no read where it falls silent", async () => {
    await soonAnswering("replica");
    await toReplica.set("swallow");
    // Statements of visitors have a longer limit: what watches the replica ends them.
    expect(await Promise.all([answering(), answering()])).toEqual(["primary", "primary"]);
    expect(state()).toBe("lost");
    await toReplica.set("pass");
    await soonAnswering("replica");
  });

  test("is lost at the start too, and answers when it is there", async () => {
    await servers[Symbol.asyncDispose]();
    await pools.primary.end();
    await toReplica.set("refuse");
    await open();
    expect(await answering()).toBe("primary");
    expect(state()).toBe("lost");
    await toReplica.set("pass");
    await soonAnswering("replica");
  });

  test("leaves a transaction that goes on at the primary", async () => {
    await soonAnswering("replica");
    const asked = await servers.database.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 4321`.execute(transaction);
      await toReplica.set("reset");
      const { rows } = await sql<{ standby: boolean; limit: string }>`
        select pg_is_in_recovery() as standby,
          current_setting('statement_timeout') as limit`.execute(transaction);
      return rows[0];
    });
    expect(asked).toEqual({ standby: false, limit: "4321ms" });
  });

  test("hands on a statement that stood in the way of its replay, not one that took too long", async () => {
    await soonAnswering("replica");
    const raise = (state: string) =>
      sql.raw(`do $$ begin
        if pg_is_in_recovery() then raise exception sqlstate '${state}'; end if;
      end $$`);
    await raise("40001").execute(servers.database);
    await expect(raise("57014").execute(servers.database)).rejects.toMatchObject({ code: "57014" });
    await expect(raise("22012").execute(servers.database)).rejects.toMatchObject({ code: "22012" });
  });
});

describe("while the primary is away", () => {
  test("the replica answers, and the feed looks there as long as that is not back in time", async () => {
    await write(2_000);
    await look();
    await soonAnswering("replica");
    await toPrimary.set("refuse");
    expect(await look()).toMatchObject({ isReplica: true });
    expect(servers.states).toEqual({ primary: "lost", replica: "in_step" });
    expect(await notes()).toContain(2_000);
    await toPrimary.set("pass");
    await soon(async () => expect(await look()).toMatchObject({ isReplica: false }));
    expect(lines).toEqual([
      "the primary database is away: nothing can be written",
      "the primary database answers again",
    ]);
  });

  test("a replica that is behind answers too, which is told before each answer, but no look", async () => {
    const behind = vi.fn();
    servers.onBehind(behind);
    await soonAnswering("replica");
    await sql`select pg_wal_replay_pause()`.execute(replica);
    await write(3_000);
    await look();
    expect(await notes()).toContain(3_000);
    expect(behind).not.toHaveBeenCalled();
    await toPrimary.set("refuse");
    expect(await notes()).not.toContain(3_000);
    expect(behind).toHaveBeenCalledTimes(1);
    await expect(look()).rejects.toThrow();
    await sql`select pg_wal_replay_resume()`.execute(replica);
    await soon(async () => expect(await look()).toMatchObject({ isReplica: true }));
    expect(await notes()).toContain(3_000);
    expect(behind).toHaveBeenCalledTimes(1);
  });

  test("a read fails where the replica is lost too", async () => {
    await toPrimary.set("refuse");
    await toReplica.set("refuse");
    await soon(() => expect(state()).toBe("lost"));
    await expect(answering()).rejects.toThrow("No database connection");
    expect(servers.hasReplica).toBe(false);
  });
});

test("the product reads from the replica that DATABASE_READ_URL names", async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-read-"));
  onTestFinished(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const loaded = loadConfig({
    DATABASE_URL: toPrimary.url,
    DATABASE_READ_URL: toReplica.url,
    DATA_DIR: dataDirectory,
    GEO_PROVIDER: "embedded",
    SAMPLE_PLACES: "off",
  });
  if (!loaded.ok) throw new Error(loaded.faults.join());
  await using context = await createContext(loaded.config, pino({ level: "silent" }));
  const { services } = context;
  expect(services.serverStates()).toEqual({ primary: "answers", replica: "in_step" });
  const [id] = await addPlaces(primary, [{}]);
  await soon(async () => expect(await services.places.findPlace(id, visitor)).not.toBeNull());
  await toPrimary.set("refuse");
  await soon(() => expect(services.serverStates()?.primary).toBe("lost"));
  await soon(async () => expect(await services.isReady()).toBe(true));
  expect(await services.places.findPlace(id, visitor)).toMatchObject({ id });
});

describe("a server that is not a replica of the primary", () => {
  test("of another cluster never answers, the primary away or not", async () => {
    await servers[Symbol.asyncDispose]();
    await pools.primary.end();
    await open(inject("postgres"));
    expect(state()).toBe("not_a_replica");
    expect(await answering()).toBe("primary");
    expect(lines).toContain(
      "DATABASE_READ_URL does not lead to a replica of the primary, which answers reads",
    );
    await toPrimary.set("refuse");
    await expect(answering()).rejects.toThrow("database connection");
  });

  test("ahead of what the primary has written does not answer", async () => {
    await soonAnswering("replica");
    // As after a change to a server that had not got as far.
    await servers.look(async () => ({ position: 1 }));
    expect(await answering()).toBe("primary");
    await soon(() => expect(state()).toBe("not_a_replica"));
    expect(await answering()).toBe("primary");
    await look();
    await soonAnswering("replica");
  });

  test("that has been promoted answers only while the primary is away", async () => {
    await soonAnswering("replica");
    await sql`select pg_promote()`.execute(replica);
    await soon(() => expect(state()).toBe("not_a_replica"));
    await sql`insert into note values (4000)`.execute(replica);
    await look();
    expect(await notes()).not.toContain(4_000);
    await toPrimary.set("refuse");
    expect(await notes()).toContain(4_000);
  });
});
