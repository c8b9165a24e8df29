import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { BaseLogger } from "pino";
import { type Mailer, mailOptions } from "./mailer.ts";

interface OutboxOptions {
  /**
   * Folder of the outbox, created where it is missing; readable for its owner only, since the links
   * in it set passwords.
   */
  readonly directory: string;
  readonly from: string;
  readonly now: () => Date;
  readonly log: Pick<BaseLogger, "info">;
}

/**
 * Mailer for a server without a mail server: keeps each message as an `.eml` file, which mail
 * programs open, and logs its link for the operator.
 */
export function createOutboxMailer({ directory, from, now, log }: OutboxOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(message) {
      const date = now();
      const { message: content } = await transport.sendMail({
        ...mailOptions(message, from),
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
