import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { BaseLogger } from "pino";
import type { Config } from "#server/config/config.ts";
import { type Mailer, mailOptions } from "./mailer.ts";

interface MailerDeps {
  readonly config: Pick<Config, "smtpUrl" | "mailFrom" | "publicUrl" | "dataDirectory" | "site">;
  readonly now: () => Date;
  readonly log: Pick<BaseLogger, "info" | "warn">;
  /** PNG of the operator's logo; null for none. */
  readonly logo: Uint8Array | null;
}

/** Mailer of the configuration: the mail server of `SMTP_URL`, else the outbox. */
export function createMailer({ config, now, log, logo }: MailerDeps): Mailer {
  const from = config.mailFrom ?? defaultSender(config);
  if (config.smtpUrl !== null) return createSmtpMailer(config.smtpUrl, from, logo);
  const directory = join(config.dataDirectory, "outbox");
  const warning = "SMTP_URL is not set: mails stay in the outbox, and this log has their links";
  log.warn({ outbox: directory }, `${warning}, which set passwords`);
  return createOutboxMailer({ directory, from, now, log, logo });
}

function defaultSender({ publicUrl, site }: MailerDeps["config"]): string {
  // A name is quoted, since it may contain a comma (RFC 5322, 3.2.4).
  return `${site.name === null ? "Mosdó" : `"${site.name}"`} <no-reply@${publicUrl === null ? "localhost" : new URL(publicUrl).hostname}>`;
}

/** Time limit of each step with the mail server. */
const timeoutMs = 15_000;

/**
 * Mailer that sends mails through a mail server.
 *
 * @param url `smtp://user:password@host:587` (encrypted when the server offers it; always, with
 *   `?requireTLS=true`) or `smtps://…` (encrypted from the start)
 * @param from the sender, an address or `Name <address>`
 */
export function createSmtpMailer(
  url: string,
  from: string,
  logo: Uint8Array | null = null,
): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    async send(message) {
      await transport.sendMail(mailOptions(message, from, logo));
    },
  };
}

interface OutboxOptions {
  /**
   * Folder of the outbox, created where it is missing; readable for its owner only, since the links
   * in it set passwords.
   */
  readonly directory: string;
  readonly from: string;
  readonly now: () => Date;
  readonly log: Pick<BaseLogger, "info">;
  readonly logo: Uint8Array | null;
}

/**
 * Mailer for a server without a mail server: writes each message as an `.eml` file, which mail programs open, and logs
 * its link for the operator.
 */
function createOutboxMailer({ directory, from, now, log, logo }: OutboxOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(message) {
      const date = now();
      const { message: content } = await transport.sendMail({
        ...mailOptions(message, from, logo),
        date,
      });
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const time = date.toISOString().replaceAll(/[-:]/g, "");
      const path = join(directory, `${time}-${randomBytes(4).toString("hex")}.eml`);
      await writeFile(path, content, { mode: 0o600, flag: "wx" });
      const { to, subject, link } = message;
      log.info({ to, subject, link, path }, "kept a mail in the outbox: SMTP_URL is not set");
    },
  };
}
