import { join } from "node:path";
import type { BaseLogger } from "pino";
import type { Config } from "#server/config/config.ts";
import type { Mailer } from "./mailer.ts";
import { createOutboxMailer } from "./outbox-mailer.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";

interface MailerDeps {
  readonly config: Pick<Config, "smtpUrl" | "mailFrom" | "publicUrl" | "dataDirectory">;
  readonly now: () => Date;
  readonly log: Pick<BaseLogger, "info" | "warn">;
}

/** Mailer of the configuration: the mail server of `SMTP_URL`, else the outbox. */
export function createMailer({ config, now, log }: MailerDeps): Mailer {
  const from = config.mailFrom ?? defaultSender(config.publicUrl);
  if (config.smtpUrl !== null) return createSmtpMailer(config.smtpUrl, from);
  const directory = join(config.dataDirectory, "outbox");
  const warning = "SMTP_URL is not set: mails stay in the outbox, and this log has their links";
  log.warn({ outbox: directory }, `${warning}, which set passwords`);
  return createOutboxMailer({ directory, from, now, log });
}

function defaultSender(publicUrl: string | null): string {
  return `Mosdó <no-reply@${publicUrl === null ? "localhost" : new URL(publicUrl).hostname}>`;
}
