import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { addTestAdministrator, testAdministrator } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";

const count = 2;

let server: ServerProcess;
let placeId: number;
let environment: Record<string, string>;

beforeAll(async () => {
  buildWhenNeeded();
  const folder = mkdtempSync(join(tmpdir(), "mosdo-processes-"));
  const db = await createTestDatabase();
  await addTestAdministrator(db.database);
  [placeId = 0] = await addPlaces(db.database, [{}]);
  const { user, host, database } = db.connection;
  environment = {
    DATA_DIR: folder,
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    ADMIN_USER_ID: testAdministrator.id,
    GEO_PROVIDER: "embedded",
    SAMPLE_PLACES: "off",
    RATE_LIMITS: "off",
    LOG_LEVEL: "info",
    WEB_CONCURRENCY: String(count),
  };
  server = new ServerProcess(await findFreePort(), environment);
  await untilComplete();
  return async () => {
    await server.stop();
    await db[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  };
});

/** Sends a request on a connection of its own, so that any process may get it. */
function sendRequest(path: string, init: { method?: string; cookie?: string; body?: object } = {}) {
  const { method = "GET", cookie = "", body } = init;
  return new Promise<{ status: number; text: string; cookies: string[] }>((resolve, reject) => {
    const sent = request(server.origin + path, {
      agent: new Agent(),
      method,
      headers: { Cookie: cookie, Origin: server.origin, "Content-Type": "application/json" },
    });
    sent.once("error", reject);
    sent.once("response", (response: IncomingMessage) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece) => {
        text += piece;
      });
      response.once("error", reject);
      response.once("end", () => {
        const cookies = response.headers["set-cookie"] ?? [];
        resolve({ status: response.statusCode ?? 0, text, cookies });
      });
    });
    sent.end(body && JSON.stringify(body));
  });
}

const pairsOf = (cookies: string[]) => cookies.map((line) => line.split(";", 1)[0]).join("; ");

/** Ids of the processes that serve visitors, by the log's lines. */
function startedPids(): number[] {
  const lines = server.output.split("\n").filter((line) => line.includes("is ready at"));
  return lines.map((line) => JSON.parse(line).pid);
}

async function numbersInMetrics(): Promise<string[]> {
  const { text } = await sendRequest("/metrics");
  const found = text.matchAll(/^process_resident_memory_bytes\{process="(\d)"\} \d+$/gm);
  return [...found].map(([, number = ""]) => number);
}

async function untilComplete(): Promise<void> {
  await server.readyAfterMs();
  const all = Array.from({ length: count }, (_, index) => String(index + 1));
  const isComplete = async () => (await numbersInMetrics()).join() === all.join();
  await vi.waitUntil(isComplete, { timeout: 120_000, interval: 100 });
}

async function signIn(): Promise<string> {
  const { email, password } = testAdministrator;
  const response = await fetch(`${server.origin}/login`, {
    method: "POST",
    headers: { Origin: server.origin },
    body: new URLSearchParams({ email, password }),
    redirect: "manual",
  });
  return pairsOf(response.headers.getSetCookie());
}

test("distributes the connections, and each process serves requests", async () => {
  const before = await readCounts();
  for (let number = 0; number < 40; number++)
    expect((await sendRequest("/healthz")).status).toBe(200);
  for (let number = 0; number < 40; number++) await sendRequest("/guide");
  const after = await readCounts();
  const served = after.map((value, index) => value - (before[index] ?? 0));
  expect(served.every((value) => value > 3)).toBe(true);
  expect(served.reduce((sum, value) => sum + value, 0)).toBe(40);
});

/** Number of '/guide' pages that each process has served. */
async function readCounts(): Promise<number[]> {
  const { text } = await sendRequest("/metrics");
  const name = "mosdo_http_request_duration_seconds_count";
  const found = text.matchAll(
    new RegExp(
      `^${name}\\{process="(\\d)",method="GET",route="/guide",status="2xx"\\} (\\d+)$`,
      "gm",
    ),
  );
  const counts = Array<number>(count).fill(0);
  for (const [, number, value] of found) counts[Number(number) - 1] = Number(value);
  return counts;
}

test("a session and a write are known to every process, to the writer at once", async () => {
  const cookie = await signIn();
  for (let round = 1; round <= 4; round++) {
    const review = { rating: 1 + (round % 5), text: `round ${round}` };
    const path = `/api/v1/places/${placeId}/reviews/me`;
    const written = await sendRequest(path, { method: "PUT", cookie, body: review });
    expect(written.status).toBeLessThan(300);
    const marked = `${cookie}; ${pairsOf(written.cookies)}`;
    for (let number = 0; number < 6; number++) {
      const { status, text } = await sendRequest(`/api/v1/places/${placeId}`, { cookie: marked });
      expect(status).toBe(200);
      expect(JSON.parse(text).rating_calculated).toBe(review.rating);
    }
  }
  await expect
    .poll(async () => {
      const responses = await Promise.all(
        Array.from({ length: 12 }, () => sendRequest(`/api/v1/places/${placeId}`)),
      );
      return new Set(responses.map(({ text }) => JSON.parse(text).rating_calculated)).size;
    })
    .toBe(1);
});

test("one that is killed is replaced, while the others serve requests", async () => {
  const [killed = 0] = startedPids().slice(-1);
  process.kill(killed, "SIGKILL");
  // The port has no queued connections by then.
  await expect.poll(() => server.output).toContain("a process has ended");
  for (let number = 0; number < 50; number++)
    expect((await sendRequest("/guide")).status).toBe(200);
  await untilComplete();
  expect(startedPids()).toHaveLength(count + 1);
  expect(server.output).toContain("a process has ended, and another takes its place");
});

test("a taken port and a missing database are reported in one line, by one process", async () => {
  const other = new ServerProcess(Number(new URL(server.origin).port), environment);
  expect(await other.exitCode()).toBe(1);
  expect(other.output).toContain("Cannot listen on port");
  const lost = new ServerProcess(await findFreePort(), {
    ...environment,
    DATABASE_URL: "postgres://mosdo@localhost:1/none",
  });
  expect(await lost.exitCode()).toBe(1);
  expect(lost.output.match(/DATABASE_URL/g)).toHaveLength(1);
});

test("all of them stop together, and without the one that supervises them", async () => {
  const last = new ServerProcess(await findFreePort(), environment);
  await last.readyAfterMs();
  // The others have only just begun: they must not outlive it either.
  const { pid = 0 } = last.child;
  const children = () =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  await expect.poll(() => children().length, { interval: 5 }).toBe(count);
  const pids = children().map(Number);
  last.child.kill("SIGKILL");
  await expect.poll(() => pids.filter(isRunning), { timeout: 60_000 }).toEqual([]);
  expect(await server.stop()).toBe(0);
  expect(startedPids().filter(isRunning)).toEqual([]);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
