import { pino } from "pino";
import { expect, test } from "vitest";
import { startMailServer } from "#tests/support/peers/mail-server.ts";
import { createSmtpMailer } from "./create-mailer.ts";
import { createMailQueue } from "./mail-queue.ts";

const message = {
  to: "anna@example.org",
  subject: "Hello",
  text: "Hello",
  html: "<p>Hello</p>",
  link: "https://mosdo.example/mail?oobCode=secret",
};
const from = "mosdo@example.org";

function logOf() {
  const lines: string[] = [];
  return { lines, log: pino({ level: "warn" }, { write: (line) => void lines.push(line) }) };
}

test("tries again after a failure of the mail server", async () => {
  await using server = await startMailServer();
  const { log, lines } = logOf();
  await using queue = createMailQueue(createSmtpMailer(server.url, from), {
    log,
    retryAfterMs: [1, 1],
  });
  server.refuseNext(2);
  await queue.send(message);
  await server.mailTo(message.to);
  expect(lines.map((line) => JSON.parse(line).level)).toEqual([40, 40]);
});

test("does not keep the caller waiting, and ends only when all is delivered", async () => {
  await using server = await startMailServer();
  const queue = createMailQueue(createSmtpMailer(server.url, from), { log: logOf().log });
  await queue.send(message);
  expect(server.received).toHaveLength(0);
  await queue[Symbol.asyncDispose]();
  expect(server.received).toHaveLength(1);
});

test("gives up with a line in the log that does not hold the link", async () => {
  await using server = await startMailServer();
  const { log, lines } = logOf();
  server.refuseNext(9);
  const queue = createMailQueue(createSmtpMailer(server.url, from), { log, retryAfterMs: [1] });
  await queue.send(message);
  await expect.poll(() => lines.length, { timeout: 5_000 }).toBe(2);
  expect(JSON.parse(lines[1])).toMatchObject({ level: 50, msg: "a mail could not be sent" });
  expect(lines[1]).toContain(message.to);
  expect(lines.join()).not.toContain("secret");
});

test("stops waiting when it is disposed, with one last attempt", async () => {
  await using server = await startMailServer();
  const { log, lines } = logOf();
  server.refuseNext(1);
  const queue = createMailQueue(createSmtpMailer(server.url, from), {
    log,
    retryAfterMs: [60_000],
  });
  await queue.send(message);
  await expect.poll(() => lines.length, { timeout: 5_000 }).toBe(1);
  await queue[Symbol.asyncDispose]();
  expect(server.received).toHaveLength(1);
});

test("does not wait for ever for a silent mail server", async () => {
  const { log, lines } = logOf();
  const queue = createMailQueue({ send: () => new Promise(() => {}) }, { log, stopTimeoutMs: 10 });
  await queue.send(message);
  await queue[Symbol.asyncDispose]();
  expect(JSON.parse(lines[0])).toMatchObject({ mails: 1, msg: "mails are lost by the stop" });
});
