import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConnection } from "#server/database/open-database.ts";
import { type MailServer, startMailServer } from "#tests/support/peers/mail-server.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";

/*
 * Kills under write load: acknowledged writes are stored afterwards, once, and neither the files of the database nor
 * the index are damaged. One kill of each is in `server/main.integration.test.ts` and
 * `server/database/embedded/embedded-postgres.integration.test.ts`.
 */
const serverKills = 100;
const databaseKills = 20;
const writers = 4;

/** Writes that the server has acknowledged. */
interface Written {
  /** Comment of each place that was added, by its id. */
  readonly places: Map<number, string>;
  readonly accepted: Set<number>;
  /** Rating of each place that was reviewed, by its id. */
  readonly ratings: Map<number, number>;
  readonly registered: string[];
}

let dataDirectory: string;
let mails: MailServer;
let server: ServerProcess;
let cookie: string;
let administrator: string;
const written: Written = {
  places: new Map(),
  accepted: new Set(),
  ratings: new Map(),
  registered: [],
};
let count = 0;

beforeAll(async () => {
  buildWhenNeeded();
  dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-kills-"));
  chmodSync(dataDirectory, 0o755);
  mails = await startMailServer();
  await startServer();
  cookie = await register("anna@example.org");
  await inDatabase(async (client) => {
    const { rows } = await client.query("select id from account where email = 'anna@example.org'");
    administrator = rows[0].id;
  });
  await server.stop();
  await startServer();
}, 180_000);
afterAll(async () => {
  await server.stop();
  await mails[Symbol.asyncDispose]();
  rmSync(dataDirectory, { recursive: true, force: true });
});

async function startServer(): Promise<void> {
  server = new ServerProcess(await findFreePort(), {
    DATA_DIR: dataDirectory,
    GEO_PROVIDER: "embedded",
    SAMPLE_PLACES: "off",
    RATE_LIMITS: "off",
    LOG_LEVEL: "warn",
    SMTP_URL: mails.url,
    MAIL_FROM: "mosdo@example.org",
    ...(administrator && { ADMIN_USER_ID: administrator }),
  });
  await server.readyAfterMs();
}

async function inDatabase(use: (client: pg.Client) => Promise<void>): Promise<void> {
  await using opened = await openConnection(
    { databaseUrl: null, dataDirectory },
    silentLog,
    "test",
  );
  await use(opened.client);
}

async function call(
  method: string,
  path: string,
  body?: object,
  session = cookie,
): Promise<Response> {
  const { origin } = server;
  return fetch(origin + path, {
    method,
    headers: { Origin: origin, "Content-Type": "application/json", Cookie: session },
    body: body && JSON.stringify(body),
  });
}

/** Registers, and returns the session's cookie. */
async function register(email: string): Promise<string> {
  const person = { email, password: "Jelszo-123", name: "" };
  const response = await call("POST", "/api/auth/sign-up/email", person, "");
  if (!response.ok) throw new Error(`${email}: ${response.status}`);
  written.registered.push(email);
  const lines = response.headers.getSetCookie();
  return lines.map((line) => line.split(";", 1)[0]).join("; ");
}

/** Adds a place, accepts and reviews it; records each acknowledged step. */
async function writeOnce(): Promise<void> {
  const number = ++count;
  const comments = `number ${number}`;
  const added = await call("POST", "/api/v1/places", {
    ...{ country: "HU", city: "Eger", address: `Dobó tér ${number}.`, comments },
    ...{ accessible: true, public: true, latitude: 47.9, longitude: 20.37 + number / 1e4 },
  });
  if (added.status !== 201) return;
  const { id } = await added.json();
  written.places.set(id, comments);
  const accepted = await call("POST", `/api/v1/places/${id}/accept`);
  if (accepted.status !== 204) return;
  written.accepted.add(id);
  const rating = 1 + (number % 5);
  const reviewed = await call("PUT", `/api/v1/places/${id}/reviews/me`, { rating, text: "" });
  if (reviewed.ok) written.ratings.set(id, rating);
}

/** Writers that run until they are stopped, or cannot reach the server. */
function writeAllTheTime({ isPatient }: { isPatient: boolean }) {
  let isStopped = false;
  const work = async () => {
    while (!isStopped) {
      try {
        await writeOnce();
      } catch (error) {
        if (!isPatient) return;
        if (!(error instanceof TypeError)) throw error;
        await delay(100);
      }
    }
  };
  const running = Array.from({ length: writers }, work);
  return async () => {
    isStopped = true;
    await Promise.all(running);
  };
}

/** Compares the acknowledged writes with the database, and the database with its own indexes and ours. */
async function expectNothingLost(): Promise<void> {
  await inDatabase(async (client) => {
    const places = await client.query("select id, comments, accepted from place");
    const found = new Map(places.rows.map((row) => [Number(row.id), row]));
    for (const [id, comments] of written.places) {
      expect(found.get(id)?.comments, `place ${id}`).toBe(comments);
      if (written.accepted.has(id)) expect(found.get(id)?.accepted, `place ${id}`).toBe(true);
    }
    const reviews = await client.query("select place_id, rating from review");
    const ratings = new Map(reviews.rows.map((row) => [Number(row.place_id), row.rating]));
    for (const [id, rating] of written.ratings)
      expect(ratings.get(id), `review of ${id}`).toBe(rating);

    // PostgreSQL's own check of its files: rows, and every row in every index.
    await client.query("create extension if not exists amcheck");
    const damaged = await client.query(
      `select c.relname, h.msg from pg_class c, verify_heapam(c.oid) h
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
    );
    expect(damaged.rows).toEqual([]);
    const indexes = await client.query(
      `select bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam
        where a.amname = 'btree' and c.relkind = 'i' and c.relnamespace = 'public'::regnamespace`,
    );
    expect(indexes.rowCount).toBeGreaterThan(20);

    // Pages of 100: all places by the server's index.
    const shown: number[] = [];
    for (let page = 1; shown.length < found.size; page++) {
      const response = await call("GET", `/api/v1/places?per_page=100&page=${page}`);
      const list = await response.json();
      expect(list.total).toBe(found.size);
      if (list.places.length === 0) break;
      shown.push(...list.places.map(({ id }: { id: number }) => id));
    }
    expect(shown.sort((a, b) => a - b)).toEqual([...found.keys()].sort((a, b) => a - b));
  });
}

test(`${serverKills} times kill -9 of the server under write load`, async () => {
  for (let kill = 0; kill < serverKills; kill++) {
    await register(`visitor-${kill}@example.org`);
    const before = written.ratings.size;
    const stop = writeAllTheTime({ isPatient: false });
    // A busy machine takes its time for the first writes.
    await expect.poll(() => written.ratings.size, { timeout: 60_000 }).toBeGreaterThan(before + 1);
    await delay(Math.random() * 1_000);
    await server.stop("SIGKILL");
    await stop();
    await startServer();
  }
  expect(written.ratings.size).toBeGreaterThan(serverKills);
  await expectNothingLost();
  // Each mail of an acknowledged registration is sent, and again only where a kill came between its sending and the
  // record of it.
  for (const email of written.registered) await mails.mailTo(email, 60_000);
  const again = mails.receivers.length - new Set(mails.receivers).size;
  console.log(
    `${serverKills} kills: ${written.places.size} places, ${written.ratings.size} reviews and ${written.registered.length} mails acknowledged, none lost; ${again} mails twice`,
  );
  expect(again).toBeLessThanOrEqual(serverKills / 10 + 1);
}, 1_200_000);

test(`${databaseKills} times kill -9 of PostgreSQL under write load`, async () => {
  const stop = writeAllTheTime({ isPatient: true });
  for (let kill = 0; kill < databaseKills; kill++) {
    const before = written.ratings.size;
    await expect.poll(() => written.ratings.size, { timeout: 60_000 }).toBeGreaterThan(before + 20);
    const file = join(dataDirectory, "postgres/cluster/postmaster.pid");
    process.kill(Number(readFileSync(file, "utf8").split("\n", 1)[0]), "SIGKILL");
    const atKill = written.ratings.size;
    // Without a restart of the server.
    await expect.poll(() => written.ratings.size, { timeout: 60_000 }).toBeGreaterThan(atKill + 20);
  }
  await stop();
  await expectNothingLost();
  console.log(`${databaseKills} kills of PostgreSQL: ${written.places.size} places, none lost`);
}, 1_200_000);
