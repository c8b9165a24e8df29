import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addUnusedData } from "#tests/support/database/test-database.ts";
import { type MailServer, startMailServer } from "#tests/support/peers/mail-server.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";
import { clockEnvironment } from "#tests/support/test-clock.ts";

/* The life of one server and its data directory, step by step: each start continues with the data of the one before. */

let dataDirectory: string;
/** Folder in the data directory for the daily backups. */
let backups: string;
let mails: MailServer;
/** The running server. */
let server: ServerProcess;
/** Number of sample places. */
let total: number;
const started: ServerProcess[] = [];

beforeAll(async () => {
  buildWhenNeeded();
  dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-main-"));
  addUnusedData(dataDirectory);
  backups = join(dataDirectory, "backups");
  // Noon, so that no start is of another day than the one before.
  writeFileSync(join(dataDirectory, "shift"), String(noonOf(Date.now()) - Date.now()));
  mails = await startMailServer();
});
afterAll(async () => {
  for (const server of started) await server.stop();
  await mails?.[Symbol.asyncDispose]();
  rmSync(dataDirectory, { recursive: true });
});

function noonOf(ms: number): number {
  const dayMs = 24 * 60 * 60 * 1000;
  return ms - (ms % dayMs) + dayMs / 2;
}

async function startServer(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const server = new ServerProcess(await findFreePort(), {
    DATA_DIR: dataDirectory,
    // No request is sent there: only the origins in the page's policy are read.
    GEO_PROVIDER: "auto",
    LOG_LEVEL: "info",
    BACKUP_DIR: backups,
    SMTP_URL: mails.url,
    MAIL_FROM: "mosdo@example.org",
    ...clockEnvironment(join(dataDirectory, "shift")),
    ...environment,
  });
  started.push(server);
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

async function countPlaces({ origin }: ServerProcess): Promise<number> {
  const response = await fetch(`${origin}/api/v1/places?per_page=1`);
  const { total } = (await response.json()) as { total: number };
  return total;
}

async function canConnect({ origin }: ServerProcess): Promise<boolean> {
  return fetch(`${origin}/healthz`).then(
    () => true,
    () => false,
  );
}

test("has samples after its first start, and makes a backup of the day", async () => {
  mkdirSync(backups);
  mails.refuseNext(1_000);
  server = await startServer({
    RATE_LIMITS: "off",
    DATABASE_READ_URL: "postgres://someone:hidden@127.0.0.1:1/x",
  });
  await server.readyAfterMs();
  expect(messagesOf(server).filter((line) => line.includes("DATABASE_READ_URL"))).toEqual([
    "DATABASE_READ_URL is no longer needed and is ignored: all reads go to DATABASE_URL.",
  ]);
  expect(server.output).not.toContain("hidden");
  total = await countPlaces(server);
  expect(total).toBeGreaterThan(0);
  await expect.poll(() => messagesOf(server)).toContain("a backup was taken");
  expect(readdirSync(backups)).toEqual([expect.stringMatching(/^mosdo-.*Z$/)]);
});

test("reports in one line that its port is in use", async () => {
  const second = await startServer({ PORT: new URL(server.origin).port });
  expect(await second.exitCode()).toBe(1);
  expect(messagesOf(second)).toEqual([expect.stringMatching(/^mosdo: .*port/)]);
});

describe("acknowledged writes survive kill -9", () => {
  const person = { email: "anna@example.org", password: "Jelszo-123", name: "" };
  let cookie: string;
  let placeId: number;
  let acknowledged = 1;

  const call = async (
    method: string,
    path: string,
    { body, ...headers }: { body?: object; [header: string]: unknown } = {},
  ) =>
    fetch(server.origin + path, {
      method,
      headers: { Origin: server.origin, "Content-Type": "application/json", ...headers },
      body: body && JSON.stringify(body),
    });

  test("and the server starts again", async () => {
    const signedUp = await call("POST", "/api/auth/sign-up/email", { body: person });
    expect(signedUp.status).toBe(200);
    await expect.poll(() => mails.refusals).toBe(1);
    const cookies = signedUp.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
    cookie = cookies.join("; ");
    const place = {
      ...{ country: "HU", city: "Eger", address: "Dobó tér 1.", accessible: false, public: true },
      ...{ latitude: 47.9, longitude: 20.37 },
    };
    const added = await call("POST", "/api/v1/places", { Cookie: cookie, body: place });
    ({ id: placeId } = await added.json());
    const editing = (async () => {
      for (;;) {
        const body = { comments: `after version ${acknowledged}` };
        const headers = { Cookie: cookie, "If-Match": `"${acknowledged}"` };
        const edited = await call("PATCH", `/api/v1/places/${placeId}`, { ...headers, body });
        ({ version: acknowledged } = await edited.json());
      }
    })().catch(() => {});
    await expect.poll(() => acknowledged).toBeGreaterThan(10);
    await server.stop("SIGKILL");
    await editing;
    expect(mails.received).toEqual([]);
    mails.refuseNext(0);
    server = await startServer();
    await server.readyAfterMs();
  });

  test("an edit, in the database and in the history", async () => {
    const read = () => call("GET", `/api/v1/places/${placeId}/history`, { Cookie: cookie });
    // A database that has just recovered may be too slow for the first requests.
    await expect.poll(async () => (await read()).status).toBe(200);
    const history = await (await read()).json();
    // The last one may have been written without a response.
    expect([acknowledged, acknowledged + 1]).toContain(history.version);
    expect(history.total).toBe(history.version);
    expect(history.lines[0].edit).toMatchObject({
      version: history.version,
      changes: { comments: { to: `after version ${history.version - 1}` } },
    });
  });

  test("a registration, with its mail", async () => {
    const mail = await mails.mailTo(person.email, 100_000);
    const link = /http\S+/.exec(mail.text ?? "")?.[0] ?? "";
    const token = new URL(link).searchParams.get("oobCode");
    const checked = await call("POST", "/api/auth/email-token", { body: { token } });
    expect(await checked.json()).toMatchObject({ email: person.email });
  });

  test("the places, and the backup of the day", async () => {
    expect(await countPlaces(server)).toBe(total);
    const today = "no backup was taken: there is one of today (UTC)";
    await expect.poll(() => messagesOf(server)).toContain(today);
    expect(readdirSync(backups)).toHaveLength(1);
  });
});

test("completes a request in flight before it stops, and stops its database", async () => {
  const report = request(`${server.origin}/api/v1/vitals`, {
    method: "POST",
    headers: { Expect: "100-continue", "Content-Length": 2, Origin: server.origin },
  });
  report.flushHeaders();
  // The server has read the head of the request and waits for its body.
  await once(report, "continue");
  const code = server.stop("SIGINT");
  await expect.poll(() => canConnect(server)).toBe(false);
  // Ctrl-C under npm comes twice, from the terminal and from npm.
  server.child.kill("SIGINT");
  report.end("{}");
  const [response]: IncomingMessage[] = await once(report, "response");
  expect(response?.statusCode).toBeLessThan(500);
  response?.resume();
  expect(await code).toBe(0);
  expect(isDatabaseRunning()).toBe(false);
});
