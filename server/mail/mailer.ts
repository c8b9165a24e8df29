import type { SendMailOptions } from "nodemailer";

/** A mail to one person, in two forms that say the same. */
export interface MailMessage {
  /** The receiver's bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What the receiver is to open, so that an outbox can show it; null in a mail without one. */
  readonly link: string | null;
}

/** Port: brings mails on their way. */
export interface Mailer {
  /**
   * Resolves once the message has been handed over.
   *
   * @throws {Error} where it could not be; its text holds neither password nor link
   */
  send(message: MailMessage): Promise<void>;
}

/** A message as nodemailer takes it. */
export function mailOptions(message: MailMessage, from: string): SendMailOptions {
  const { to, subject, text, html } = message;
  return {
    from,
    // As an object, so that nothing in it can name a second receiver.
    to: { name: "", address: to },
    subject,
    text,
    html,
    // No holiday answers, please (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
