import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SendMailOptions } from "nodemailer";
import { createTransport } from "nodemailer";
import type { BaseLogger } from "pino";
import type { Config } from "#server/config/config.ts";

/** Mail to one person, as plain text and as HTML with the same content. */
export interface MailMessage {
  /** The receiver's e-mail address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Link in the mail, so that an outbox can show it; null in a mail without one. */
  readonly link: string | null;
}

/** Port that sends mails. */
export interface Mailer {
  /**
   * Resolves once the mail server has accepted the message.
   *
   * @throws {Error} where it failed; the error's text contains neither password nor link
   */
  send(message: MailMessage): Promise<void>;
}

/**
 * Whether the mail server has refused a message for good: its receiver or its content (a reply of the class 5, RFC
 * 5321, 4.2.1). It is not sent again. A refused sender, a refused sign-in and refused relaying (status 5.7, RFC 3463)
 * are for the operator to fix, so the mail stays queued.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !("responseCode" in error && "command" in error)) return false;
  const isAboutMessage =
    error.command === "RCPT TO" || ("code" in error && error.code === "EMESSAGE");
  const isPolicy = "response" in error && /\b5\.7\.\d/.test(String(error.response));
  return isAboutMessage && !isPolicy && Number(error.responseCode) >= 500;
}

/** Content id of the operator's logo in a mail's HTML. */
export const mailLogoId = "logo";

/**
 * Message in nodemailer's form.
 *
 * @param logo PNG of the operator's logo, attached to the messages that show it; null for none
 */
function mailOptions(
  message: MailMessage,
  from: string,
  logo: Uint8Array | null = null,
): SendMailOptions {
  const { to, subject, text, html } = message;
  return {
    from,
    // Receiver as an object: as a text, an address could contain a second receiver.
    to: { name: "", address: to },
    subject,
    text,
    html,
    ...(logo !== null &&
      html.includes(`"cid:${mailLogoId}"`) && {
        attachments: [
          {
            filename: "logo.png",
            content: Buffer.from(logo),
            contentType: "image/png",
            contentDisposition: "inline",
            cid: mailLogoId,
          },
        ],
      }),
    // Marks the mail as automatic, so that mail programs send no auto-reply (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

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
