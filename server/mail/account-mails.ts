import type { TFunction } from "i18next";
import type { Language } from "#domain/language.ts";
import { actionLink } from "./action-link.ts";
import type { Mailer } from "./mailer.ts";
import { composeResetMail } from "./messages/compose-reset-mail.ts";
import { composeVerificationMail } from "./messages/compose-verification-mail.ts";
import type { MailContent, MailInput } from "./messages/mail-content.ts";

/** Whom an account mail goes to, and the code that its link carries. */
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
  /** Our origin as the receiver reaches it. */
  readonly publicUrl: string;
  translate(language: Language): TFunction;
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
