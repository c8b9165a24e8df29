import type { Transaction } from "kysely";
import { resetLinkLifetimeMs, verificationLinkLifetimeMs } from "#domain/account/lifetimes.ts";
import type { Translate } from "#domain/text/i18n.ts";
import type { Language } from "#domain/text/language.ts";
import type { Schema } from "#server/database/schema.ts";
import { type MailTerms, queueMail } from "./mail-queue.ts";
import {
  type MailBranding,
  type MailContent,
  type MailMessages,
  renderMail,
} from "./mail-template.ts";
import type { MailMessage } from "./mailer.ts";

/** Receiver of an account mail, and the code in its link. */
export interface AccountMail {
  readonly to: string;
  readonly code: string;
  readonly language: Language;
}

/**
 * Event of a second factor that is mailed to the account's owner: it was enabled or disabled; someone enters wrong
 * codes; they were so many that the password has ended.
 */
type SecondFactorEvent = "on" | "off" | "guessed" | "ended";

/** Mails of accounts. */
export interface AccountMails {
  sendReset(mail: AccountMail): Promise<void>;
  /**
   * Does the same work for an e-mail address without an account and sends nothing, so that the time of a response does
   * not reveal which addresses have one.
   */
  feignReset(mail: Omit<AccountMail, "to">): Promise<void>;
  sendVerification(mail: AccountMail): Promise<void>;
  sendSecondFactor(
    mail: Pick<AccountMail, "to" | "language"> & { readonly event: SecondFactorEvent },
  ): Promise<void>;
}

export interface AccountMailDeps {
  /** Resolves once the mail is stored in the queue. */
  readonly queue: (message: MailMessage, terms: MailTerms) => Promise<void>;
  /** Origin of the site, as the receiver's browser reaches it. */
  readonly publicUrl: string;
  translate(language: Language): Translate;
  readonly branding?: MailBranding;
}

/** Mails with a link that is used once. */
const linkMails = {
  reset: {
    compose: resetMail,
    lifetimeMs: resetLinkLifetimeMs,
    mode: "resetPassword",
    continuePath: "/login",
  },
  verification: {
    compose: verificationMail,
    lifetimeMs: verificationLinkLifetimeMs,
    mode: "verifyEmail",
    continuePath: "/",
  },
} as const;

/** Composes each mail in its receiver's language and puts it into the queue. */
export function createAccountMails(deps: AccountMailDeps): AccountMails {
  const { queue, publicUrl, translate, branding } = deps;
  const queueLink = (
    name: keyof typeof linkMails,
    { to, code, language }: AccountMail,
    kind: MailTerms["kind"] = name,
  ) => {
    const { compose, lifetimeMs, ...action } = linkMails[name];
    const link = actionLink({ publicUrl, code, language, ...action });
    const messages = { t: translate(language), language, branding, link };
    const content = compose(messages, lifetimeMs / 3_600_000);
    return queue({ to, link, ...content }, { kind, lifetimeMs });
  };
  return {
    sendReset: (mail) => queueLink("reset", mail),
    feignReset: (mail) => queueLink("reset", { ...mail, to: "" }, "decoy"),
    sendVerification: (mail) => queueLink("verification", mail),
    sendSecondFactor({ to, language, event }) {
      const isTurned = event === "on" || event === "off";
      const link = new URL(isTurned ? "/account" : "/forgotpassword", publicUrl).href;
      const content = secondFactorMail({ t: translate(language), language, branding, link }, event);
      return queue({ to, link: null, ...content }, notice);
    },
  };
}

/**
 * Queues the mail to the owner of an account that is deleted, in the transaction of the deletion
 * (docs/product#personal-data).
 */
export type QueueFarewell = (
  transaction: Transaction<Schema>,
  mail: Pick<AccountMail, "to" | "language">,
) => Promise<void>;

export function createFarewell({
  publicUrl,
  translate,
  branding,
}: Omit<AccountMailDeps, "queue">): QueueFarewell {
  return (transaction, { to, language }) => {
    const t = translate(language);
    const title = t("app.title");
    const content = renderMail(
      { t, language, branding },
      {
        subject: t("mail.deleted.subject", { title }),
        intro: [t("mail.deleted.intro", { title })],
        button: { link: publicUrl, label: t("mail.deleted.action") },
        closing: [t("mail.deleted.stranger")],
      },
    );
    return queueMail(transaction, { to, link: null, ...content }, notice);
  };
}

/** Dropped after three days, as other mails without an expiring link. */
const notice = { kind: "notice", lifetimeMs: 3 * 24 * 3_600_000 } as const;

/** Messages and link of a mail. */
type LinkedMessages = MailMessages & { readonly link: string };

/** The mail that asks a new user to confirm the e-mail address (docs/product#confirmation-of-an-address). */
function verificationMail({ link, ...messages }: LinkedMessages, hours: number): MailContent {
  const { t } = messages;
  return renderMail(messages, {
    subject: t("mail.verification.subject", { title: t("app.title") }),
    intro: [t("mail.verification.intro", { title: t("app.title") })],
    button: { link, label: t("mail.verification.action"), isCopied: true },
    closing: [t("mail.verification.expiry", { count: hours }), t("mail.verification.ignore")],
  });
}

/** The mail to someone who has forgotten the password (docs/product#password-reset). */
function resetMail({ link, ...messages }: LinkedMessages, hours: number): MailContent {
  const { t } = messages;
  return renderMail(messages, {
    subject: t("mail.reset.subject", { title: t("app.title") }),
    intro: [t("mail.reset.intro", { title: t("app.title") })],
    button: { link, label: t("mail.reset.action"), isCopied: true },
    closing: [t("mail.reset.expiry", { count: hours }), t("mail.reset.ignore")],
  });
}

/** The mail of a second factor (docs/product#second-factor). */
function secondFactorMail(
  { link, ...messages }: LinkedMessages,
  event: SecondFactorEvent,
): MailContent {
  const { t } = messages;
  const title = t("app.title");
  const isTurned = event === "on" || event === "off";
  const label = t(isTurned ? "mail.secondFactor.action" : "mail.secondFactor.password");
  return renderMail(messages, {
    subject: t(`mail.secondFactor.${event}.subject`, { title }),
    intro: [t(`mail.secondFactor.${event}.intro`, { title })],
    button: { link, label },
    closing: event === "ended" ? [] : [t("mail.secondFactor.stranger")],
  });
}

export interface ActionLinkOptions {
  /** Origin of the site, as the receiver's browser reaches it; never taken from a request. */
  readonly publicUrl: string;
  readonly mode: "resetPassword" | "verifyEmail";
  /** One-time secret of the action. */
  readonly code: string;
  readonly language: Language;
  /** Path of the page after the action. */
  readonly continuePath: string;
}

/**
 * Link of a mail: the page `/mail` with the parameters `mode`, `oobCode`, `lang` and `continueUrl`
 * (docs/product#mail-links).
 */
export function actionLink({ publicUrl, mode, code, language, continuePath }: ActionLinkOptions) {
  const link = new URL("/mail", publicUrl);
  link.searchParams.set("mode", mode);
  link.searchParams.set("oobCode", code);
  link.searchParams.set("lang", language);
  link.searchParams.set("continueUrl", new URL(continuePath, publicUrl).href);
  return link.href;
}
