import { html } from "hono/html";
import type { MailContent, MailInput } from "./mail-content.ts";

/** What differs between our mails, already in the receiver's language. */
export interface LetterParts {
  readonly subject: string;
  readonly intro: string;
  /** What the link is called in the HTML form. */
  readonly action: string;
  readonly expiry: string;
  /** What to do with a mail that one did not ask for. */
  readonly ignore: string;
}

/**
 * Sets a mail with one link, as plain text and as HTML. Nothing in it is loaded from anywhere, so
 * that opening it tells no one.
 */
export function letter({ t, language, link }: MailInput, parts: LetterParts): MailContent {
  const { subject, intro, action, expiry, ignore } = parts;
  const signature = t("mail.signature", { title: t("app.title") });
  const text = [intro, link, expiry, ignore, `-- \n${signature}`].join("\n\n");
  const page = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0 auto;max-width:36em;padding:24px;font:16px/1.5 sans-serif;color:#1c1917;background:#ffffff">
<h1 style="font-size:20px">${subject}</h1>
<p>${intro}</p>
<p><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;color:#ffffff;background:#0f5c8c;text-decoration:none">${action}</a></p>
<p>${t("mail.copy")}<br><a href="${link}" style="color:#0f5c8c;word-break:break-all">${link}</a></p>
<p>${expiry}</p>
<p>${ignore}</p>
<p>${signature}</p>
</body>
</html>
`;
  return { subject, text: `${text}\n`, html: String(page) };
}
