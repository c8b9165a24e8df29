import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { childEnvironment } from "#tests/support/run-folder.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { listen } from "./listen.ts";
import { superviseProcesses } from "./processes.ts";

/** Text of a response on a connection of its own, so that any process may send it. */
async function read(origin: string, path = "/"): Promise<string> {
  return (await fetch(origin + path, { headers: { Connection: "close" } })).text();
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("the supervision of several processes", () => {
  const script = join(import.meta.dirname, "../tests/support/cluster-process.ts");
  let supervisor: ChildProcess | undefined;
  afterEach(() => void supervisor?.kill("SIGKILL"));

  /** Starts two processes; `pids` are those that have begun, `ended` has the exit code. */
  async function supervise(environment: Record<string, string> = {}) {
    const PORT = String(await findFreePort());
    const child = spawn(process.execPath, [script], {
      env: { ...childEnvironment(), PORT, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    supervisor = child;
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
    const ended = new Promise<number | null>((resolve) => void child.once("close", resolve));
    const pids = () =>
      lines.flatMap((line) => (line.startsWith("started ") ? [Number(line.slice(8))] : []));
    return { child, lines, ended, pids, origin: `http://localhost:${PORT}` };
  }

  /** Expects responses and metrics of these processes. */
  async function expectServing(origin: string, pids: () => readonly number[]): Promise<void> {
    const seen = new Set<string>();
    const hasAll = async () => {
      seen.add(await read(origin).catch(() => ""));
      return pids().length === 2 && pids().every((pid) => seen.has(String(pid)));
    };
    await expect.poll(hasAll).toBe(true);
    const metrics = await read(origin, "/metrics");
    for (const pid of pids())
      expect(metrics).toMatch(new RegExp(`^process_id\\{.*\\} ${pid}$`, "m"));
  }

  test("each serves requests, a killed one is replaced, and a signal stops all", async () => {
    const { child, lines, ended, pids, origin } = await supervise();
    await expectServing(origin, pids);
    const [kept, killed] = pids();
    process.kill(killed, "SIGKILL");
    // The port has no queued connections by then.
    await expect
      .poll(() => lines, { interval: 5 })
      .toContain("a process has ended, and another takes its place");
    for (let number = 0; number < 10; number++) expect(await read(origin)).toBe(String(kept));
    await expectServing(origin, () => [kept, ...pids().slice(2)]);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(pids()).toHaveLength(3);
    expect(pids().filter(isRunning)).toEqual([]);
  });

  test("all end without the one that supervises them, those that have only begun too", async () => {
    const { child, pids } = await supervise();
    await expect.poll(() => pids().length, { interval: 5 }).toBe(2);
    child.kill("SIGKILL");
    await expect.poll(() => pids().filter(isRunning)).toEqual([]);
  });

  test("one that cannot start is started once, and ends them with its exit code", async () => {
    const { ended, pids } = await supervise({ FAILS: "3" });
    expect(await ended).toBe(3);
    expect(pids()).toHaveLength(1);
  });

  test("a taken port is an error, and starts none", async () => {
    const holder = createServer();
    await listen(holder, { port: 0, host: null });
    const { port } = holder.address() as AddressInfo;
    const starting = superviseProcesses({
      ...{ count: 2, address: { port, host: null }, log: silentLog },
      ...{ script: "/nowhere.ts", stopRequested: Promise.resolve() },
    });
    await expect(starting).rejects.toThrow(/^Cannot listen on port/);
    holder.close();
  });
});

test("the product's server runs in several processes, and stops in all of them", async () => {
  buildWhenNeeded();
  await using db = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), "mosdo-processes-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const server = new ServerProcess(await findFreePort(), {
    DATA_DIR: folder,
    DATABASE_URL: db.url,
    GEO_PROVIDER: "embedded",
    SAMPLE_PLACES: "off",
    LOG_LEVEL: "info",
    WEB_CONCURRENCY: "2",
  });
  const numbers = async () => {
    const metrics = await read(server.origin, "/metrics");
    return [...metrics.matchAll(/^process_resident_memory_bytes\{process="(\d)"\}/gm)].map(
      ([, number]) => number,
    );
  };
  await server.readyAfterMs();
  await expect.poll(numbers).toEqual(["1", "2"]);
  expect(await server.stop()).toBe(0);
  const lines = server.output.split("\n").filter((line) => line.includes("is ready at"));
  const pids = lines.map((line) => Number(JSON.parse(line).pid));
  expect(pids).toHaveLength(2);
  expect(pids.filter(isRunning)).toEqual([]);
});
