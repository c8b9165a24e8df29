import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";

let dataDirectory: string;
let servers: ServerProcess[];

beforeAll(() => {
  const build = join(import.meta.dirname, "../cli/build.ts");
  const { status, stderr } = spawnSync(process.execPath, [build, "--when-needed"]);
  if (status !== 0) throw new Error(String(stderr));
}, 180_000);
beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-main-"));
  chmodSync(dataDirectory, 0o755);
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.stop();
  rmSync(dataDirectory, { recursive: true });
});

async function startServer(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const server = new ServerProcess(await findFreePort(), {
    DATA_DIR: dataDirectory,
    GEO_PROVIDER: "embedded",
    LOG_LEVEL: "warn",
    ...environment,
  });
  servers.push(server);
  return server;
}

function isDatabaseRunning(): boolean {
  return existsSync(join(dataDirectory, "postgres/cluster/postmaster.pid"));
}

async function countPlaces(server: ServerProcess): Promise<number> {
  const answer = await fetch(`${server.origin}/api/v1/places?per_page=1`);
  const { total } = (await answer.json()) as { total: number };
  return total;
}

async function canConnect(server: ServerProcess): Promise<boolean> {
  return fetch(`${server.origin}/healthz`).then(
    () => true,
    () => false,
  );
}

test("is ready in a moment, with samples the first time and at once later", async () => {
  const first = await startServer();
  const firstMs = await first.readyAfterMs();
  const total = await countPlaces(first);
  expect(await first.stop()).toBe(0);
  const later = await startServer();
  const laterMs = await later.readyAfterMs();
  console.log(`server: ready ${firstMs} ms after its first start, ${laterMs} ms after a later one`);
  expect(total).toBeGreaterThan(0);
  expect(await countPlaces(later)).toBe(total);
  // Far above what an idle machine needs: this is about a mistake, not about the machine.
  expect(firstMs).toBeLessThan(15_000);
  expect(laterMs).toBeLessThan(10_000);
});

test("starts empty when samples are off", async () => {
  const server = await startServer({ SAMPLE_PLACES: "off" });
  await server.readyAfterMs();
  expect(await countPlaces(server)).toBe(0);
});

test("answers a request in flight before it stops, and stops its database", async () => {
  const server = await startServer();
  await server.readyAfterMs();
  const report = request(`${server.origin}/api/v1/vitals`, {
    method: "POST",
    headers: { Expect: "100-continue", "Content-Length": 2, Origin: server.origin },
  });
  report.flushHeaders();
  // The server has read the head of the request and waits for its body.
  await once(report, "continue");
  const code = server.stop();
  await expect.poll(() => canConnect(server), { timeout: 8_000 }).toBe(false);
  report.end("{}");
  const [answer]: IncomingMessage[] = await once(report, "response");
  expect(answer?.statusCode).toBeLessThan(500);
  answer?.resume();
  expect(await code).toBe(0);
  expect(isDatabaseRunning()).toBe(false);
});

test("starts again after kill -9", async () => {
  const killed = await startServer();
  await killed.readyAfterMs();
  const total = await countPlaces(killed);
  await killed.stop("SIGKILL");
  const next = await startServer();
  await next.readyAfterMs();
  expect(await countPlaces(next)).toBe(total);
  expect(await next.stop()).toBe(0);
  expect(isDatabaseRunning()).toBe(false);
});

test("shares a data directory with a second server, which outlives the first", async () => {
  const [first, second] = [await startServer(), await startServer()];
  await Promise.all([first.readyAfterMs(), second.readyAfterMs()]);
  const total = await countPlaces(first);
  expect(await first.stop()).toBe(0);
  expect(await countPlaces(second)).toBe(total);
});

test("says in one line that the database of DATABASE_URL cannot be used", async () => {
  const server = await startServer({ DATABASE_URL: "postgres://someone:hidden@127.0.0.1:1/x" });
  expect(await server.exitCode()).toBe(1);
  expect(server.output).toMatch(/^mosdo: .*DATABASE_URL.*ECONNREFUSED.*\n$/);
  expect(server.output).not.toContain("hidden");
});

test("says in a line each which variables are wrong", async () => {
  const server = await startServer({ PUBLIC_URL: "somewhere", SAMPLE_PLACES: "maybe" });
  expect(await server.exitCode()).toBe(1);
  expect(server.output).toMatch(/^mosdo: PUBLIC_URL [^\n]*\nmosdo: SAMPLE_PLACES [^\n]*\n$/);
});

test("says in one line that its port is taken", async () => {
  const first = await startServer();
  await first.readyAfterMs();
  const second = await startServer({ PORT: new URL(first.origin).port });
  expect(await second.exitCode()).toBe(1);
  expect(second.output).toMatch(/^mosdo: [^\n]*port[^\n]*\n$/);
});
