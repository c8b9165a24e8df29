import type { SendMailOptions } from "nodemailer";
import type { MailMessage } from "./mailer.ts";

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
