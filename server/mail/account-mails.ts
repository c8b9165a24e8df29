import { html } from "hono/html";
import { resetLinkLifetimeMs, verificationLinkLifetimeMs } from "#domain/account/mail-links.ts";
import type { Translate } from "#domain/text/i18n.ts";
import type { Language } from "#domain/text/language.ts";
import type { Mailer } from "./mailer.ts";

/** Receiver of an account mail, and the code in its link. */
export interface AccountMail {
  readonly to: string;
  readonly code: string;
  readonly language: Language;
}

/** The mails that accounts need. */
export interface AccountMails {
  sendReset(mail: AccountMail): Promise<void>;
  sendVerification(mail: AccountMail): Promise<void>;
}

export interface AccountMailDeps {
  readonly mailer: Mailer;
  /** Our origin, as the receiver's browser reaches it. */
  readonly publicUrl: string;
  translate(language: Language): Translate;
}

/** Composes each mail in its receiver's language and hands it to the mailer. */
export function createAccountMails({
  mailer,
  publicUrl,
  translate,
}: AccountMailDeps): AccountMails {
  const send = (
    { to, code, language }: AccountMail,
    action: { mode: "resetPassword" | "verifyEmail"; continuePath: string },
    compose: (input: MailInput) => MailContent,
  ) => {
    const link = actionLink({ publicUrl, code, language, ...action });
    const content = compose({ t: translate(language), language, link });
    return mailer.send({ to, link, ...content });
  };
  return {
    sendReset: (mail) =>
      send(mail, { mode: "resetPassword", continuePath: "/login" }, composeResetMail),
    sendVerification: (mail) =>
      send(mail, { mode: "verifyEmail", continuePath: "/" }, composeVerificationMail),
  };
}

/** The mail that asks a new user to confirm the e-mail address (docs/product#confirmation-of-an-address). */
function composeVerificationMail(input: MailInput): MailContent {
  const { t } = input;
  return letter(input, {
    subject: t("mail.verification.subject", { title: t("app.title") }),
    intro: t("mail.verification.intro", { title: t("app.title") }),
    action: t("mail.verification.action"),
    expiry: t("mail.verification.expiry", { count: verificationLinkLifetimeMs / 3_600_000 }),
    ignore: t("mail.verification.ignore"),
  });
}

/** The mail to someone who has forgotten the password (docs/product#password-reset). */
function composeResetMail(input: MailInput): MailContent {
  const { t } = input;
  return letter(input, {
    subject: t("mail.reset.subject", { title: t("app.title") }),
    intro: t("mail.reset.intro", { title: t("app.title") }),
    action: t("mail.reset.action"),
    expiry: t("mail.reset.expiry", { count: resetLinkLifetimeMs / 3_600_000 }),
    ignore: t("mail.reset.ignore"),
  });
}

/** Parts that differ between our mails, already in the receiver's language. */
interface LetterParts {
  readonly subject: string;
  readonly intro: string;
  /** Text of the link in the HTML form. */
  readonly action: string;
  readonly expiry: string;
  /** Advice for a receiver who did not ask for the mail. */
  readonly ignore: string;
}

/**
 * Sets a mail with one link, as plain text and as HTML. The mail program loads nothing, so that no
 * server learns when the mail is opened.
 */
function letter({ t, language, link }: MailInput, parts: LetterParts): MailContent {
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

/** Subject and both forms of a mail, without its receiver. */
interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Input for the words of a mail. */
interface MailInput {
  /** Translates into `language`. */
  readonly t: Translate;
  readonly language: Language;
  readonly link: string;
}

export interface ActionLinkParts {
  /** Our origin, as the receiver's browser reaches it; never taken from a request. */
  readonly publicUrl: string;
  readonly mode: "resetPassword" | "verifyEmail";
  /** The secret that allows the action, once. */
  readonly code: string;
  readonly language: Language;
  /** Path on our origin to go on to afterwards. */
  readonly continuePath: string;
}

/**
 * Link of a mail: the page `/mail` with the parameters `mode`, `oobCode`, `lang` and `continueUrl`
 * (docs/product#mail-links).
 */
export function actionLink({ publicUrl, mode, code, language, continuePath }: ActionLinkParts) {
  const link = new URL("/mail", publicUrl);
  link.searchParams.set("mode", mode);
  link.searchParams.set("oobCode", code);
  link.searchParams.set("lang", language);
  link.searchParams.set("continueUrl", new URL(continuePath, publicUrl).href);
  return link.href;
}
