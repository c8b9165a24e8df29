import type { SendMailOptions } from "nodemailer";

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
export function mailOptions(
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
