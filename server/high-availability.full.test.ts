import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connectDatabase, type Database } from "#server/database/connect.ts";
import { addTestAdministrator, testAdministrator } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";

/*
 * Failovers of three nodes of PostgreSQL under write load, as deploy/high-availability sets them up: two servers of
 * ours on HAProxy, one on PgBouncer. Whatever happens to the primary, no acknowledged write is lost, writes succeed
 * again within half a minute, map and lists work throughout, and no server is restarted.
 */

/** Number of times that each fault is injected. */
const rounds = Number(process.env.FAILOVER_ROUNDS ?? 3);

/** Longest time without an acknowledged write. */
const maxGapMs = 30_000;

const bridge = "mosdo-ha";
const script = join(import.meta.dirname, "../deploy/high-availability/try.sh");
const programs = "etcd patroni haproxy pgbouncer ip /usr/lib/postgresql/15/bin/postgres".split(" ");
const isPossible =
  process.getuid?.() === 0 &&
  programs.every((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0) &&
  spawnSync("ip", ["link", "add", bridge, "type", "bridge"]).status === 0 &&
  spawnSync("ip", ["link", "del", bridge]).status === 0;

const root = mkdtempSync(join(tmpdir(), "mosdo-failover-"));
// For the user postgres.
chmodSync(root, 0o755);
const folder = join(root, "cluster");
const password = "failover";
const urlAt = (port: number, user = "mosdo", database = "mosdo") =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

let cluster: ChildProcess;
let output = "";
let servers: ServerProcess[] = [];
let session = "";
let database: Database;

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** Members of the Patroni cluster, from the first node that responds. */
async function readMembers(): Promise<Member[]> {
  for (const n of [1, 2, 3]) {
    const url = `http://10.77.0.${n}:8008/cluster`;
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    if (response?.ok) return ((await response.json()) as { members: Member[] }).members;
  }
  return [];
}

const primaryOf = (members: readonly Member[]) =>
  Number(members.find(({ role }) => role === "leader")?.name.slice(-1));

/** Waits until all nodes are up, one of them a synchronous replica; the number of the primary. */
async function untilAllNodesAreUp(): Promise<number> {
  let primary = Number.NaN;
  await vi.waitFor(
    async () => {
      const members = await readMembers();
      expect(members.map(({ role }) => role).sort()).toEqual(["leader", "replica", "sync_standby"]);
      const { rows } = await sql<{ states: string[] }>`
        select array_agg(sync_state || ' ' || state order by sync_state) as states
        from pg_stat_replication`.execute(database);
      expect(rows[0].states).toEqual(["async streaming", "sync streaming"]);
      primary = primaryOf(members);
    },
    { timeout: 240_000, interval: 1_000 },
  );
  return primary;
}

function run(...command: string[]): void {
  const { status, stderr } = spawnSync(command[0], command.slice(1), {
    env: { ...process.env, START_NODE: undefined },
  });
  if (status !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
}

function signal(node: number, name: NodeJS.Signals): void {
  const { stdout } = spawnSync("ip", ["netns", "pids", `${bridge}${node}`]);
  for (const pid of String(stdout).trim().split(/\s+/)) {
    try {
      process.kill(Number(pid), name);
    } catch {}
  }
}

interface Fault {
  readonly name: string;
  readonly begin: (primary: number) => void | Promise<void>;
  readonly end: (node: number) => void;
}

const faults: readonly Fault[] = [
  {
    name: "killed",
    begin: (primary) => signal(primary, "SIGKILL"),
    end(node) {
      const { status, stderr } = spawnSync(script, [folder], {
        env: { ...process.env, START_NODE: String(node), PASSWORD: password },
      });
      if (status !== 0) throw new Error(String(stderr));
    },
  },
  {
    name: "stopped",
    begin: (primary) => signal(primary, "SIGSTOP"),
    end: (node) => signal(node, "SIGCONT"),
  },
  {
    name: "cut off",
    begin: (primary) => run("ip", "link", "set", `${bridge}${primary}`, "down"),
    end: (node) => run("ip", "link", "set", `${bridge}${node}`, "up"),
  },
  {
    name: "switched over",
    async begin(primary) {
      const response = await fetch(`http://10.77.0.${primary}:8008/switchover`, {
        method: "POST",
        body: JSON.stringify({ leader: `node${primary}` }),
      });
      expect(response.status, await response.text()).toBe(200);
    },
    end() {},
  },
];

function startServer(port: number, environment: Record<string, string>): ServerProcess {
  return new ServerProcess(port, {
    // PgBouncer accepts no options; the database has the clock of the run itself.
    PGOPTIONS: "",
    GEO_PROVIDER: "embedded",
    SAMPLE_PLACES: "off",
    RATE_LIMITS: "off",
    AUTH_SECRET: "failover".repeat(4),
    ADMIN_USER_ID: testAdministrator.id,
    LOG_LEVEL: "info",
    ...environment,
  });
}

async function request(at: ServerProcess, path: string, body?: object) {
  const response = await fetch(at.origin + path, {
    method: body ? "POST" : "GET",
    body: body && JSON.stringify(body),
    headers: {
      Origin: at.origin,
      Cookie: session,
      ...(body && { "Content-Type": "application/json" }),
    },
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** A place that lists show throughout, far from those that are added. */
const quiet = { latitude: 47.5, longitude: 21 };
const reads = [
  "/",
  "/tiles/places/5/17/11.mvt",
  "/api/v1/places?bbox=20.9,47.4,21.1,47.6",
  "/places?bbox=20.9,47.4,21.1,47.6",
];

let places = 0;
/** Ids of places whose addition was acknowledged. */
const acknowledged: number[] = [];

/** Adds places until it is stopped; for each server, the times at which one was acknowledged. */
function writeAllTheTime() {
  let isOver = false;
  const writers = servers.map(async (at) => {
    const times: number[] = [];
    while (!isOver) {
      const number = ++places;
      const added = await request(at, "/api/v1/places", {
        ...{ country: "HU", city: "Budapest", address: `Próba utca ${number}.`, comments: "" },
        ...{ latitude: 46 + (number % 900) / 500, longitude: 17 + Math.floor(number / 900) / 50 },
        ...{ price: 0, accessible: false, public: true },
        opening_times: Array<string>(7).fill("00:00-24:00"),
      }).catch(() => null);
      if (added?.status === 201) {
        acknowledged.push(JSON.parse(added.text).id);
        times.push(performance.now());
      }
      await delay(100);
    }
    return times;
  });
  return async () => {
    isOver = true;
    return Promise.all(writers);
  };
}

/** Reads map and lists of all servers until it is stopped; the failed requests, and the number of all. */
function readAllTheTime() {
  let isOver = false;
  let count = 0;
  const failed: string[] = [];
  const readers = servers.map(async (at, index) => {
    while (!isOver) {
      for (const path of reads) {
        count++;
        const read = await request(at, path).catch((error: unknown) => ({ status: String(error) }));
        if (read.status !== 200) failed.push(`server ${index}, ${path}: ${read.status}`);
      }
      await delay(100);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(readers);
    return { count, failed };
  };
}

describe.skipIf(!isPossible)(
  "three nodes behind HAProxy (skipped where not root, or without: apt-get install postgresql etcd-server patroni haproxy pgbouncer iproute2)",
  () => {
    beforeAll(async () => {
      buildWhenNeeded();
      cluster = spawn(script, [folder], {
        env: { ...process.env, PASSWORD: password },
        stdio: ["ignore", "pipe", "pipe"],
      });
      for (const stream of [cluster.stdout, cluster.stderr]) {
        stream?.on("data", (text) => {
          output += text;
        });
      }
      await vi.waitFor(
        () => {
          expect(cluster.exitCode, output).toBe(null);
          expect(existsSync(join(folder, "ready"))).toBe(true);
        },
        { timeout: 240_000, interval: 500 },
      );
      const [, shift = "0"] = /mosdo\.clock_shift=(\S+)/.exec(process.env.PGOPTIONS ?? "") ?? [];
      vi.stubEnv("PGOPTIONS", undefined);
      const superuser = { connectionString: urlAt(5000, "postgres") };
      database = connectDatabase(superuser, { log: silentLog });
      await sql`alter database mosdo set mosdo.clock_shift = ${sql.lit(shift)}`.execute(database);
      const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
      servers = [5000, 5000, 6432].map((port, index) =>
        startServer(ports[index], {
          DATABASE_URL: urlAt(port),
          DATA_DIR: join(root, `data${index}`),
        }),
      );
      for (const one of servers) await one.readyAfterMs();
      await addTestAdministrator(database);
      await addPlaces(database, [quiet]);
      const { email, password: secret } = testAdministrator;
      const signedIn = await request(servers[0], "/api/auth/sign-in/email", {
        ...{ email, password: secret },
      });
      expect(signedIn.status, signedIn.text).toBe(200);
      session = signedIn.headers
        .getSetCookie()
        .map((line) => line.split(";", 1)[0])
        .join("; ");
      await untilAllNodesAreUp();
    });
    afterAll(async () => {
      for (const one of servers) await one.stop();
      await database?.destroy();
      cluster?.kill("SIGTERM");
      await vi.waitFor(() => expect(existsSync(folder)).toBe(false), 60_000);
      rmSync(root, { recursive: true, force: true });
      vi.unstubAllEnvs();
    });

    const runs = faults.flatMap((fault) =>
      Array.from({ length: rounds }, (_, round) => ({ ...fault, round: round + 1 })),
    );
    test.each(runs)("the primary is $name, round $round", async ({ name, begin, end, round }) => {
      const primary = await untilAllNodesAreUp();
      const [stopWriting, stopReads] = [writeAllTheTime(), readAllTheTime()];
      await delay(3_000);
      const faultAtMs = performance.now();
      await begin(primary);
      // Long enough to measure the longest gap to its end.
      await delay(maxGapMs);
      end(primary);
      const times = await stopWriting();
      const { count, failed } = await stopReads();
      const gaps = times.map((own) => gapOf(own, faultAtMs, performance.now()));
      console.log(
        `${name}, round ${round}: writes were away for ${gaps.map((ms) => (ms / 1_000).toFixed(1)).join(", ")} s; ${count} reads`,
      );
      expect(Math.max(...gaps)).toBeLessThan(maxGapMs);
      expect(failed).toEqual([]);
      // A node that was cut off shows its last view of the cluster until its Patroni has read etcd again.
      const expectOther = async () => expect(primaryOf(await readMembers())).not.toBe(primary);
      await vi.waitFor(expectOther, { timeout: 60_000, interval: 1_000 });
      expect(servers.map(({ hasExited }) => hasExited)).toEqual([false, false, false]);
    });

    test("no acknowledged write is lost", async () => {
      await untilAllNodesAreUp();
      const product = connectDatabase({ connectionString: urlAt(5000) }, { log: silentLog });
      const rows = await product.selectFrom("place").select("id").execute();
      await product.destroy();
      const stored = new Set(rows.map(({ id }) => id));
      console.log(`${acknowledged.length} places acknowledged, ${places} sent`);
      expect(acknowledged.length).toBeGreaterThan(100);
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
      for (const one of servers) {
        for (const id of acknowledged.slice(-20)) {
          expect((await request(one, `/api/v1/places/${id}`)).status).toBe(200);
        }
      }
    });
  },
);

/** Longest time without an acknowledged write after the fault. */
function gapOf(times: readonly number[], fromMs: number, untilMs: number): number {
  const before = times.filter((ms) => ms <= fromMs).at(-1) ?? fromMs;
  const all = [before, ...times.filter((ms) => ms > fromMs), untilMs];
  return Math.max(...all.slice(1).map((ms, index) => ms - all[index]));
}
