import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { expect, test } from "vitest";
import { connectDatabase, type Database } from "#server/database/connect.ts";
import { DatabaseProxy } from "#tests/support/database/database-proxy.ts";
import { RecordedDatabase } from "#tests/support/database/recorded-database.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { startMailServer } from "#tests/support/peers/mail-server.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { deliverMails, queueMail } from "./mail-queue.ts";
import type { MailMessage } from "./mailer.ts";
import { createSmtpMailer } from "./mailer.ts";

const message = {
  to: "anna@example.org",
  subject: "Hello",
  text: "Hello",
  html: "<p>Hello</p>",
  link: "https://mosdo.example/mail?oobCode=secret",
};
const terms = { kind: "reset", lifetimeMs: 60_000 } as const;
const soon = { timeout: 30_000 };

function logOf() {
  const lines: string[] = [];
  return { lines, log: pino({ level: "warn" }, { write: (line) => void lines.push(line) }) };
}

/** Delivery to a mail server, with short delays and the log of the test. */
function deliver(
  database: Database,
  url: string,
  options: Partial<Parameters<typeof deliverMails>[0]> = {},
) {
  const { log, lines } = logOf();
  const mailer = createSmtpMailer(url, "mosdo@example.org");
  const delivery = deliverMails({
    database,
    mailer,
    log,
    pollMs: 50,
    retryAfterMs: [1],
    ...options,
  });
  return Object.assign(delivery, { lines });
}

const hoursToNextAttempt = (database: Database) =>
  database.selectFrom("mail").select(["id", "receiver", "attempts"]).orderBy("id").execute();

/** Whole hours until the next attempt of the one queued mail, rounded up; undefined while it is leased. */
async function hoursUntilNext(database: Database): Promise<number | undefined> {
  const { rows } = await sql<{ hours: number }>`
    select ceil(extract(epoch from next_attempt_at - database_clock()) / 3600)::int as hours
    from mail where next_attempt_at > database_clock() + interval '10 minutes'`.execute(database);
  return rows[0]?.hours;
}

/** Makes every mail due at once, as when its delay or its lease has ended. */
async function makeDue(database: Database): Promise<void> {
  await sql`update mail set next_attempt_at = database_clock()`.execute(database);
}

test("sends a mail and stores nothing of it", async () => {
  await using db = await createTestDatabase();
  await using server = await startMailServer();
  await using recorded = new RecordedDatabase(db.connection);
  await using delivery = deliver(recorded.database, server.url, { pollMs: 600_000 });
  // It has polled for the first time, and for the next due mail.
  await expect.poll(() => recorded.statements.length).toBe(2);
  await queueMail(db.database, message, terms);
  delivery.wake();
  const mail = await server.mailTo(message.to);
  expect(mail).toMatchObject({ subject: "Hello", text: "Hello\n" });
  await expect.poll(() => hoursToNextAttempt(db.database), soon).toEqual([]);
  expect(delivery.lines).toEqual([]);
});

test("finds by itself what another process has queued", async () => {
  await using db = await createTestDatabase();
  await using server = await startMailServer();
  await using _delivery = deliver(db.database, server.url);
  await queueMail(db.database, message, terms);
  await server.mailTo(message.to);
});

test("accepts a mail back with the transaction that queued it", async () => {
  await using db = await createTestDatabase();
  const failing = db.database.transaction().execute(async (transaction) => {
    await queueMail(transaction, message, terms);
    throw new Error("broken");
  });
  await expect(failing).rejects.toThrow("broken");
  expect(await hoursToNextAttempt(db.database)).toEqual([]);
});

test("tries again after a failure of the mail server, each time after a longer delay", async () => {
  await using db = await createTestDatabase();
  await using server = await startMailServer();
  server.refuseNext(3);
  const hours = [1, 2, 4];
  await using delivery = deliver(db.database, server.url, {
    pollMs: 3_600_000,
    retryAfterMs: hours.map((hour) => hour * 3_600_000),
  });
  await queueMail(db.database, message, { ...terms, lifetimeMs: 24 * 3_600_000 });
  for (const hour of hours) {
    delivery.wake();
    await expect.poll(() => hoursUntilNext(db.database)).toBe(hour);
    await makeDue(db.database);
  }
  delivery.wake();
  await server.mailTo(message.to);
  expect(delivery.lines.map((line) => JSON.parse(line))).toMatchObject(
    [1, 2, 3].map((attempts) => ({ level: 40, attempts, to: message.to })),
  );
  expect(delivery.lines.join()).not.toContain("secret");
});

test("loses nothing while no mail server is there", async () => {
  await using db = await createTestDatabase();
  const gone = await startMailServer();
  await gone[Symbol.asyncDispose]();
  await queueMail(db.database, message, terms);
  const { lines, ...failing } = deliver(db.database, gone.url);
  await expect.poll(() => lines.length, soon).toBeGreaterThan(3);
  await failing[Symbol.asyncDispose]();
  await using server = await startMailServer();
  await using _delivery = deliver(db.database, server.url);
  await server.mailTo(message.to);
});

test("drops an expired mail, with a line in the log that does not contain the link", async () => {
  await using db = await createTestDatabase();
  await using server = await startMailServer();
  await queueMail(db.database, message, { ...terms, lifetimeMs: 0 });
  await using delivery = deliver(db.database, server.url);
  await expect.poll(() => hoursToNextAttempt(db.database), soon).toEqual([]);
  expect(server.received).toEqual([]);
  expect(delivery.lines).toHaveLength(1);
  expect(JSON.parse(delivery.lines[0])).toMatchObject({
    level: 50,
    to: message.to,
    msg: "a mail could not be sent in time",
  });
  expect(delivery.lines[0]).not.toContain("secret");
});

test.each([
  ["drops a mail whose receiver does not exist", 550, "5.1.1 no such user", false],
  ["keeps a mail that the server does not relay for us", 554, "5.7.1 relaying denied", true],
  ["keeps a mail whose receiver is to be tried later", 451, "4.7.1 greylisted", true],
])("%s", async (_, status, text, isQueued) => {
  await using db = await createTestDatabase();
  await using server = await startMailServer();
  server.refuseReceivers(status, text);
  await queueMail(db.database, message, terms);
  await using delivery = deliver(db.database, server.url, { retryAfterMs: [60_000] });
  await expect.poll(() => delivery.lines.length, soon).toBe(1);
  await expect
    .poll(async () => (await hoursToNextAttempt(db.database)).length, soon)
    .toBe(isQueued ? 1 : 0);
  expect(JSON.parse(delivery.lines[0]).level).toBe(isQueued ? 40 : 50);
});

test("drops a decoy unsent", async () => {
  await using db = await createTestDatabase();
  await using server = await startMailServer();
  await queueMail(db.database, { ...message, to: "" }, { ...terms, kind: "decoy" });
  await using delivery = deliver(db.database, server.url);
  await expect.poll(() => hoursToNextAttempt(db.database), soon).toEqual([]);
  expect(server.receivers).toEqual([]);
  expect(delivery.lines).toEqual([]);
});

test("hands each mail over once, however many processes deliver", async () => {
  await using db = await createTestDatabase();
  await using others = new AsyncDisposableStack();
  const sent: string[] = [];
  const mailer = {
    async send({ to }: MailMessage) {
      await delay(Math.random() * 5);
      sent.push(to);
    },
  };
  const receivers = Array.from({ length: 60 }, (_, index) => `user-${index}@example.org`);
  for (let process = 0; process < 3; process++) {
    const database = connectDatabase(db.connection, { log: silentLog });
    others.defer(() => database.destroy());
    others.use(deliverMails({ database, mailer, log: silentLog, pollMs: 5 }));
  }
  await Promise.all(receivers.map((to) => queueMail(db.database, { ...message, to }, terms)));
  await expect.poll(() => hoursToNextAttempt(db.database), soon).toEqual([]);
  expect(sent.toSorted()).toEqual(receivers.toSorted());
});

test("another process takes the mail of a killed one, after its lease and not before", async () => {
  await using db = await createTestDatabase();
  await using server = await startMailServer();
  await queueMail(db.database, message, terms);
  // As a process that is killed while it sends the mail.
  const silent = { send: () => new Promise<never>(() => {}) };
  await using _killed = deliverMails({
    database: db.database,
    mailer: silent,
    log: silentLog,
    leaseMs: 3_600_000,
    stopTimeoutMs: 1,
  });
  await expect.poll(() => hoursToNextAttempt(db.database), soon).toMatchObject([{ attempts: 1 }]);
  await using recorded = new RecordedDatabase(db.connection);
  await using _other = deliver(recorded.database, server.url, { pollMs: 5 });
  const polls = () => recorded.statements.filter((statement) => /^update/.test(statement)).length;
  await expect.poll(polls, soon).toBeGreaterThan(3);
  expect(server.received).toEqual([]);
  await makeDue(db.database);
  await server.mailTo(message.to);
});

test("aborts an attempt that takes too long, and tries again", async () => {
  await using db = await createTestDatabase();
  await queueMail(db.database, message, terms);
  let attempts = 0;
  const mailer = {
    send: () => (++attempts === 1 ? new Promise<never>(() => {}) : Promise.resolve()),
  };
  await using _delivery = deliver(db.database, "smtp://unused", { mailer, sendTimeoutMs: 50 });
  await expect.poll(() => hoursToNextAttempt(db.database), soon).toEqual([]);
  expect(attempts).toBe(2);
});

test("goes on after an outage of the database, and sends no mail twice", async () => {
  await using db = await createTestDatabase();
  await using proxy = await DatabaseProxy.start(db.connection);
  const far = connectDatabase(proxy.connection, { log: silentLog, connectTimeoutMs: 500 });
  await using _far = { [Symbol.asyncDispose]: () => far.destroy() };
  await queueMail(db.database, message, terms);
  const sent: string[] = [];
  const mailer = {
    async send({ to }: MailMessage) {
      // The database becomes unavailable while the first mail is being sent.
      if (sent.length === 0) await proxy.set("refuse");
      sent.push(to);
    },
  };
  await using _delivery = deliver(far, "smtp://unused", { mailer });
  await expect.poll(() => sent, soon).toEqual([message.to]);
  // Its lease has ended before the database is back.
  await makeDue(db.database);
  await queueMail(db.database, { ...message, to: "bela@example.org" }, terms);
  await proxy.set("pass");
  await expect.poll(() => hoursToNextAttempt(db.database), soon).toEqual([]);
  expect(sent).toEqual([message.to, "bela@example.org"]);
});

test("a stop waits for the mail that is being sent and leaves the others in the queue", async () => {
  await using db = await createTestDatabase();
  const sent: string[] = [];
  const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const mailer = {
    async send({ to }: MailMessage) {
      begun.resolve();
      await finish.promise;
      sent.push(to);
    },
  };
  for (let user = 0; user < 6; user++) {
    await queueMail(db.database, { ...message, to: `user-${user}@example.org` }, terms);
  }
  const delivery = deliver(db.database, "smtp://unused", { mailer, stopTimeoutMs: 60_000 });
  await begun.promise;
  const stopped = delivery[Symbol.asyncDispose]();
  finish.resolve();
  await stopped;
  expect(sent).toHaveLength(4);
  expect(await hoursToNextAttempt(db.database)).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
});

test("a stop does not wait for ever for a silent mail server, and the mail stays", async () => {
  await using db = await createTestDatabase();
  await queueMail(db.database, message, terms);
  const begun = Promise.withResolvers<void>();
  const mailer = {
    send() {
      begun.resolve();
      return new Promise<never>(() => {});
    },
  };
  const delivery = deliver(db.database, "smtp://unused", { mailer, stopTimeoutMs: 10 });
  await begun.promise;
  await delivery[Symbol.asyncDispose]();
  expect(await hoursToNextAttempt(db.database)).toHaveLength(1);
  const [line] = delivery.lines.map((text) => JSON.parse(text));
  expect(line.msg).toBe("a mail was being handed over at the stop: it may arrive twice");
});
