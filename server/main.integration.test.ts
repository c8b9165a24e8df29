import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { streetMapFolder, streetMapPath } from "#server/base-map/street-map-file.ts";
import { startMailServer } from "#tests/support/peers/mail-server.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";

let dataDirectory: string;
/** Data directory that a server has used and left, with the samples. */
let usedDirectory: string;
let servers: ServerProcess[];

beforeAll(async () => {
  buildWhenNeeded();
  makeFolder();
  usedDirectory = dataDirectory;
  const server = await startServer();
  await server.readyAfterMs();
  await server.stop();
}, 180_000);
afterAll(() => rmSync(usedDirectory, { recursive: true }));
beforeEach(makeFolder);
afterEach(async () => {
  for (const server of servers) await server.stop();
  rmSync(dataDirectory, { recursive: true });
});

function makeFolder(): void {
  dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-main-"));
  chmodSync(dataDirectory, 0o755);
  servers = [];
}

/** Spares a test that is not about a first start the making of a database. */
function copyUsedDirectory(): void {
  // Files keep their owner, which need not be the user of the tests.
  execFileSync("cp", ["-a", join(usedDirectory, "."), dataDirectory]);
}

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

/** Messages of the log, whose lines are all JSON. */
function messagesOf({ output }: ServerProcess): string[] {
  const lines = output.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line).msg);
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

test("is ready within seconds, with samples at the first start, and sooner at later starts", async () => {
  const first = await startServer();
  const firstMs = await first.readyAfterMs();
  const total = await countPlaces(first);
  expect(await first.stop()).toBe(0);
  const later = await startServer();
  const laterMs = await later.readyAfterMs();
  console.log(`server: ready ${firstMs} ms after its first start, ${laterMs} ms after a later one`);
  expect(total).toBeGreaterThan(0);
  expect(await countPlaces(later)).toBe(total);
  // Far above the time of an idle machine: the limit finds a mistake in the code, not a slow
  // machine.
  expect(firstMs).toBeLessThan(15_000);
  expect(laterMs).toBeLessThan(10_000);
});

test("starts empty when samples are off", async () => {
  const server = await startServer({ SAMPLE_PLACES: "off" });
  await server.readyAfterMs();
  expect(await countPlaces(server)).toBe(0);
});

test("answers a request in flight before it stops, and stops its database", async () => {
  copyUsedDirectory();
  const server = await startServer();
  await server.readyAfterMs();
  const report = request(`${server.origin}/api/v1/vitals`, {
    method: "POST",
    headers: { Expect: "100-continue", "Content-Length": 2, Origin: server.origin },
  });
  report.flushHeaders();
  // The server has read the head of the request and waits for its body.
  await once(report, "continue");
  const code = server.stop("SIGINT");
  await expect.poll(() => canConnect(server), { timeout: 8_000 }).toBe(false);
  // Ctrl-C under npm comes twice, from the terminal and from npm.
  server.child.kill("SIGINT");
  report.end("{}");
  const [answer]: IncomingMessage[] = await once(report, "response");
  expect(answer?.statusCode).toBeLessThan(500);
  answer?.resume();
  expect(await code).toBe(0);
  expect(isDatabaseRunning()).toBe(false);
});

test("does not wait for a silent connection", async () => {
  copyUsedDirectory();
  const server = await startServer();
  await server.readyAfterMs();
  const silent = connect(Number(new URL(server.origin).port), "localhost");
  await once(silent, "connect");
  silent.on("error", () => {});
  const begun = performance.now();
  expect(await server.stop()).toBe(0);
  // Without the rule, the stop would wait as long as for a request.
  expect(performance.now() - begun).toBeLessThan(5_000);
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

test("a registration that was answered has its mail after kill -9", async () => {
  copyUsedDirectory();
  await using mails = await startMailServer();
  mails.refuseNext(1_000);
  const environment = { SMTP_URL: mails.url, MAIL_FROM: "mosdo@example.org" };
  const killed = await startServer(environment);
  await killed.readyAfterMs();
  const registered = await fetch(`${killed.origin}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: killed.origin },
    body: JSON.stringify({ email: "anna@example.org", password: "Jelszo-123", name: "" }),
  });
  expect(registered.status).toBe(200);
  await expect.poll(() => mails.refusals, { timeout: 5_000 }).toBe(1);
  await killed.stop("SIGKILL");
  mails.refuseNext(0);
  expect(mails.received).toEqual([]);
  const next = await startServer(environment);
  await next.readyAfterMs();
  const mail = await mails.mailTo("anna@example.org", 60_000);
  const link = /http\S+/.exec(mail.text ?? "")?.[0] ?? "";
  const token = new URL(link).searchParams.get("oobCode");
  const checked = await fetch(`${next.origin}/api/auth/email-token`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: next.origin },
    body: JSON.stringify({ token }),
  });
  expect(await checked.json()).toMatchObject({ email: "anna@example.org" });
}, 90_000);

test("an edit that was answered is in the database and in the history after kill -9", async () => {
  copyUsedDirectory();
  const killed = await startServer({ RATE_LIMITS: "off" });
  await killed.readyAfterMs();
  const call = async (
    { origin }: ServerProcess,
    method: string,
    path: string,
    { body, ...headers }: { body?: object; [header: string]: unknown } = {},
  ) =>
    fetch(origin + path, {
      method,
      headers: { Origin: origin, "Content-Type": "application/json", ...headers },
      body: body && JSON.stringify(body),
    });
  const person = { email: "bela@example.org", password: "Jelszo-123", name: "" };
  const signedUp = await call(killed, "POST", "/api/auth/sign-up/email", { body: person });
  const cookies = signedUp.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  const Cookie = cookies.join("; ");
  const place = {
    ...{ country: "HU", city: "Eger", address: "Dobó tér 1.", accessible: false, public: true },
    ...{ latitude: 47.9, longitude: 20.37 },
  };
  const added = await call(killed, "POST", "/api/v1/places", { Cookie, body: place });
  const { id } = await added.json();
  let answered = 1;
  const editing = (async () => {
    for (;;) {
      const body = { comments: `after version ${answered}` };
      const headers = { Cookie, "If-Match": `"${answered}"` };
      const edited = await call(killed, "PATCH", `/api/v1/places/${id}`, { ...headers, body });
      ({ version: answered } = await edited.json());
    }
  })().catch(() => {});
  await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(20);
  await killed.stop("SIGKILL");
  await editing;

  const next = await startServer();
  await next.readyAfterMs();
  const read = await call(next, "GET", `/api/v1/places/${id}/history`, { Cookie });
  const history = await read.json();
  // The last one may have been written without having been answered.
  expect([answered, answered + 1]).toContain(history.version);
  expect(history.total).toBe(history.version);
  expect(history.lines[0].edit).toMatchObject({
    version: history.version,
    changes: { comments: { to: `after version ${history.version - 1}` } },
  });
  expect(await next.stop()).toBe(0);
}, 60_000);

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
  expect(messagesOf(server)).toEqual([
    expect.stringMatching(/^mosdo: .*DATABASE_URL.*ECONNREFUSED.*$/),
  ]);
  expect(server.output).not.toContain("hidden");
});

test("says in a line each which variables are wrong", async () => {
  const server = await startServer({ PUBLIC_URL: "somewhere", SAMPLE_PLACES: "maybe" });
  expect(await server.exitCode()).toBe(1);
  expect(messagesOf(server)).toEqual([
    expect.stringMatching(/^mosdo: PUBLIC_URL /),
    expect.stringMatching(/^mosdo: SAMPLE_PLACES /),
  ]);
});

test("takes one backup a day into BACKUP_DIR, says so, and not another one when it starts again", async () => {
  copyUsedDirectory();
  const backups = join(dataDirectory, "backups");
  const settings = { BACKUP_DIR: backups, LOG_LEVEL: "info" };
  const first = await startServer(settings);
  await first.readyAfterMs();
  await expect.poll(() => messagesOf(first), { timeout: 20_000 }).toContain("a backup was taken");
  const [name, ...others] = readdirSync(backups);
  expect(name).toMatch(/^mosdo-.*Z$/);
  expect(others).toEqual([]);
  expect(await first.stop()).toBe(0);
  const second = await startServer(settings);
  await second.readyAfterMs();
  const today = "no backup was taken: there is one of today (UTC)";
  await expect.poll(() => messagesOf(second), { timeout: 20_000 }).toContain(today);
  expect(await second.stop()).toBe(0);
  expect(readdirSync(backups)).toEqual([name]);
});

test("says in one line that BACKUP_DIR cannot be used", async () => {
  const server = await startServer({ BACKUP_DIR: join(dataDirectory, "not/there") });
  expect(await server.exitCode()).toBe(1);
  expect(messagesOf(server)).toEqual([expect.stringMatching(/^mosdo: BACKUP_DIR is .*ENOENT/)]);
});

test("follows a street map that an import adds and a removal takes away, in pages and their policy", async () => {
  copyUsedDirectory();
  // Nobody is asked here: only the addresses that a page may ask are read.
  const server = await startServer({ GEO_PROVIDER: "auto" });
  await server.readyAfterMs();
  const openService = "https://tiles.openfreemap.org";
  const mapOf = async (path: string) => {
    const answer = await fetch(server.origin + path);
    const isNamed = (await answer.text()).includes(`${openService}/planet`);
    const isAllowed = answer.headers.get("Content-Security-Policy")?.includes(openService);
    return { isNamed, isAllowed };
  };
  const expectOpenService = async (isThere: boolean) => {
    // The second answer is the kept one; a page that is never kept has a policy too.
    for (const path of ["/", "/", "/?unknown=1"]) {
      expect(await mapOf(path)).toEqual({ isNamed: isThere, isAllowed: isThere });
    }
  };
  await expectOpenService(true);
  mkdirSync(streetMapFolder(dataDirectory), { recursive: true });
  writeFileSync(streetMapPath(dataDirectory), "");
  await expectOpenService(false);
  rmSync(streetMapFolder(dataDirectory), { recursive: true });
  await expectOpenService(true);
});

test("says in one line that its port is taken", async () => {
  copyUsedDirectory();
  const first = await startServer();
  await first.readyAfterMs();
  const second = await startServer({ PORT: new URL(first.origin).port });
  expect(await second.exitCode()).toBe(1);
  expect(messagesOf(second)).toEqual([expect.stringMatching(/^mosdo: .*port/)]);
});
