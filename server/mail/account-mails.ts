import { resetLinkLifetimeMs, verificationLinkLifetimeMs } from "#domain/account/lifetimes.ts";
import type { Translate } from "#domain/text/i18n.ts";
import type { Language } from "#domain/text/language.ts";
import type { MailTerms } from "./mail-queue.ts";
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
 * What the owner of an account hears of its second factor: it is on or off from now; somebody gives wrong codes;
 * they were so many that the password has ended.
 */
type SecondFactorEvent = "on" | "off" | "guessed" | "ended";

/** The mails that accounts need. */
export interface AccountMails {
  sendReset(mail: AccountMail): Promise<void>;
  /**
   * Does the same work for an address without an account and sends nothing, so that the time of an answer does
   * not tell which addresses have one.
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
  /** Our origin, as the receiver's browser reaches it. */
  readonly publicUrl: string;
  translate(language: Language): Translate;
  readonly branding?: MailBranding;
}

/** Composes each mail in its receiver's language and puts it into the queue. */
export function createAccountMails(deps: AccountMailDeps): AccountMails {
  const { queue, publicUrl, translate, branding } = deps;
  const composeReset = ({ to, code, language }: AccountMail): MailMessage => {
    const action = { mode: "resetPassword", continuePath: "/login" } as const;
    const link = actionLink({ publicUrl, code, language, ...action });
    return { to, link, ...resetMail({ t: translate(language), language, branding, link }) };
  };
  return {
    sendReset: (mail) =>
      queue(composeReset(mail), { kind: "reset", lifetimeMs: resetLinkLifetimeMs }),
    feignReset: (mail) =>
      queue(composeReset({ ...mail, to: "" }), { kind: "decoy", lifetimeMs: resetLinkLifetimeMs }),
    sendVerification({ to, code, language }) {
      const action = { mode: "verifyEmail", continuePath: "/" } as const;
      const link = actionLink({ publicUrl, code, language, ...action });
      const content = verificationMail({ t: translate(language), language, branding, link });
      const terms = { kind: "verification", lifetimeMs: verificationLinkLifetimeMs } as const;
      return queue({ to, link, ...content }, terms);
    },
    sendSecondFactor({ to, language, event }) {
      const isTurned = event === "on" || event === "off";
      const link = new URL(isTurned ? "/account" : "/forgotpassword", publicUrl).href;
      const content = secondFactorMail({ t: translate(language), language, branding, link }, event);
      return queue(
        { to, link: null, ...content },
        { kind: "notice", lifetimeMs: noticeLifetimeMs },
      );
    },
  };
}

/** Time after which a notice is not tried any more, as for other mails without a link that expires. */
const noticeLifetimeMs = 3 * 24 * 3_600_000;

/** Words of a mail whose link is followed. */
type LinkedMessages = MailMessages & { readonly link: string };

/** The mail that asks a new user to confirm the e-mail address (docs/product#confirmation-of-an-address). */
function verificationMail({ link, ...words }: LinkedMessages): MailContent {
  const { t } = words;
  const hours = verificationLinkLifetimeMs / 3_600_000;
  return renderMail(words, {
    subject: t("mail.verification.subject", { title: t("app.title") }),
    intro: [t("mail.verification.intro", { title: t("app.title") })],
    button: { link, label: t("mail.verification.action"), isCopied: true },
    closing: [t("mail.verification.expiry", { count: hours }), t("mail.verification.ignore")],
  });
}

/** The mail to someone who has forgotten the password (docs/product#password-reset). */
function resetMail({ link, ...words }: LinkedMessages): MailContent {
  const { t } = words;
  const hours = resetLinkLifetimeMs / 3_600_000;
  return renderMail(words, {
    subject: t("mail.reset.subject", { title: t("app.title") }),
    intro: [t("mail.reset.intro", { title: t("app.title") })],
    button: { link, label: t("mail.reset.action"), isCopied: true },
    closing: [t("mail.reset.expiry", { count: hours }), t("mail.reset.ignore")],
  });
}

/** The mail of a second factor (docs/product#second-factor). */
function secondFactorMail(
  { link, ...words }: LinkedMessages,
  event: SecondFactorEvent,
): MailContent {
  const { t } = words;
  const title = t("app.title");
  const isTurned = event === "on" || event === "off";
  const label = t(isTurned ? "mail.secondFactor.action" : "mail.secondFactor.password");
  return renderMail(words, {
    subject: t(`mail.secondFactor.${event}.subject`, { title }),
    intro: [t(`mail.secondFactor.${event}.intro`, { title })],
    button: { link, label },
    closing: event === "ended" ? [] : [t("mail.secondFactor.stranger")],
  });
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
