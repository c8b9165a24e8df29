import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SiteConfig } from "#server/config/config.ts";
import { startMailServer } from "#tests/support/peers/mail-server.ts";
import { plainSite } from "#tests/support/services/stand-ins.ts";
import { createMailer } from "./mailer.ts";

const message = {
  to: "anna@example.org",
  subject: "Új jelszó: árvíztűrő tükörfúrógép",
  text: "Szia!\n\nhttps://mosdo.example/mail?mode=resetPassword&oobCode=titok\n",
  html: "<p>Szia!</p>",
  link: "https://mosdo.example/mail?mode=resetPassword&oobCode=titok",
};
const now = () => new Date("2026-11-20T08:00:00.000Z");

let dataDirectory: string;
beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-mail-"));
});
afterEach(() => rmSync(dataDirectory, { recursive: true }));

function mailerOf(config: {
  smtpUrl?: string;
  mailFrom?: string;
  publicUrl?: string;
  site?: SiteConfig;
  logo?: Uint8Array;
}) {
  const logged: object[] = [];
  const note = (fields: object) => logged.push(fields);
  const log = { info: note, warn: (fields: object, text?: string) => note({ ...fields, text }) };
  const defaults = {
    smtpUrl: null,
    mailFrom: null,
    publicUrl: null,
    dataDirectory,
    site: plainSite,
  };
  return {
    mailer: createMailer({
      config: { ...defaults, ...config },
      now,
      log,
      logo: config.logo ?? null,
    }),
    logged,
  };
}

describe("with SMTP_URL", () => {
  test("sends in the operator's name where no sender is set, also with a comma in it", async () => {
    await using server = await startMailServer();
    const site = { ...plainSite, name: "Kőbánya, mosdók" };
    const { mailer } = mailerOf({ smtpUrl: server.url, publicUrl: "https://b.example", site });
    await mailer.send(message);
    const mail = await server.mailTo("anna@example.org");
    expect(mail.from).toEqual({ name: "Kőbánya, mosdók", address: "no-reply@b.example" });
  });

  test("hands the message to the mail server unchanged", async () => {
    await using server = await startMailServer();
    const { mailer, logged } = mailerOf({ smtpUrl: server.url, mailFrom: "Mosdó <a@b.example>" });
    await mailer.send(message);
    const mail = await server.mailTo("anna@example.org");
    expect(mail.subject).toBe(message.subject);
    expect(mail.text?.trim()).toBe(message.text.trim());
    expect(mail.html).toContain(message.html);
    expect(mail.from).toEqual({ name: "Mosdó", address: "a@b.example" });
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
    expect(logged).toEqual([]);
    expect(readdirSync(dataDirectory)).toEqual([]);
  });

  test("sends the operator's logo along with the messages that show it", async () => {
    await using server = await startMailServer();
    const logo = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
    const { mailer } = mailerOf({ smtpUrl: server.url, mailFrom: "a@b.example", logo });
    await mailer.send({ ...message, to: "with@example.org", html: '<img src="cid:logo" alt="">' });
    await mailer.send({ ...message, to: "without@example.org" });
    const [attached] = (await server.mailTo("with@example.org")).attachments;
    expect(attached).toMatchObject({ contentId: "<logo>", mimeType: "image/png" });
    expect(new Uint8Array(attached.content as ArrayBuffer)).toEqual(logo);
    expect((await server.mailTo("without@example.org")).attachments).toEqual([]);
  });

  test("names our host as the sender's where MAIL_FROM is not set", async () => {
    await using server = await startMailServer();
    const { mailer } = mailerOf({ smtpUrl: server.url, publicUrl: "https://mosdo.example:8443" });
    await mailer.send(message);
    expect(server.received[0].from).toEqual({ name: "Mosdó", address: "no-reply@mosdo.example" });
  });

  test("signs in with the user and password of the URL", async () => {
    const credentials = { user: "mosdo", password: "titok" };
    await using server = await startMailServer({ credentials });
    await mailerOf({ smtpUrl: server.url }).mailer.send(message);
    expect(server.received).toHaveLength(1);
    const wrong = server.url.replace("titok", "tipp");
    await expect(mailerOf({ smtpUrl: wrong }).mailer.send(message)).rejects.toThrow("535");
  });

  test.each([
    "anna@example.org, eve@example.org",
    "anna@example.org;eve@example.org",
    "Group: anna@example.org, eve@example.org;",
    "anna@example.org\r\nBcc: eve@example.org",
  ])("writes to one receiver only, for any address: %j", async (to) => {
    await using server = await startMailServer();
    const { mailer } = mailerOf({ smtpUrl: server.url });
    await mailer.send({ ...message, to }).catch(() => {});
    expect(server.receivers).not.toContain("eve@example.org");
  });

  test("sends nothing unencrypted where requireTLS is set", async () => {
    await using server = await startMailServer();
    const { mailer } = mailerOf({ smtpUrl: `${server.url}?requireTLS=true` });
    await expect(mailer.send(message)).rejects.toThrow();
    expect(server.received).toEqual([]);
  });

  test("fails without a mail server", async () => {
    const server = await startMailServer();
    await server[Symbol.asyncDispose]();
    await expect(mailerOf({ smtpUrl: server.url }).mailer.send(message)).rejects.toThrow();
  });
});

describe("without SMTP_URL", () => {
  test("writes the message, readable for its owner alone, and logs its link", async () => {
    const { mailer, logged } = mailerOf({});
    // At the start, before the first mail: the operator decides who may read the log.
    const text = expect.stringMatching(/^SMTP_URL is not set: .* links, which set passwords$/);
    const warning = { outbox: join(dataDirectory, "outbox"), text };
    expect(logged).toEqual([warning]);
    await mailer.send(message);
    const outbox = join(dataDirectory, "outbox");
    const [name] = readdirSync(outbox);
    expect(name).toMatch(/^20261120T080000\.000Z-[\da-f]{8}\.eml$/);
    const path = join(outbox, name);
    expect(statSync(outbox).mode & 0o777).toBe(0o700);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const mail = await PostalMime.parse(readFileSync(path));
    expect(mail.subject).toBe(message.subject);
    expect(mail.text?.trim()).toBe(message.text.trim());
    expect(mail.to).toEqual([{ name: "", address: "anna@example.org" }]);
    expect(mail.from).toEqual({ name: "Mosdó", address: "no-reply@localhost" });
    expect(new Date(mail.date ?? "")).toEqual(now());
    const { to, subject, link } = message;
    expect(logged).toEqual([warning, { to, subject, link, path }]);
  });

  test("writes two messages of the same moment to two files", async () => {
    const { mailer } = mailerOf({});
    await Promise.all([mailer.send(message), mailer.send(message)]);
    expect(readdirSync(join(dataDirectory, "outbox"))).toHaveLength(2);
  });
});
