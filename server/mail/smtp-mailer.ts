import { createTransport } from "nodemailer";
import { type Mailer, mailOptions } from "./mailer.ts";

/** Time limit of each step with the mail server. */
const timeoutMs = 15_000;

/**
 * Mailer that hands mails to a mail server.
 *
 * @param url `smtp://user:password@host:587` (encrypted when the server offers it; always, with
 *   `?requireTLS=true`) or `smtps://…` (encrypted from the start)
 * @param from the sender, an address or `Name <address>`
 */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    async send(message) {
      await transport.sendMail(mailOptions(message, from));
    },
  };
}
