import { verificationLinkLifetimeMs } from "../link-lifetime.ts";
import { letter } from "./letter.ts";
import type { MailContent, MailInput } from "./mail-content.ts";

/** The mail that asks a new user to confirm the e-mail address (docs/product#confirmation-of-an-address). */
export function composeVerificationMail(input: MailInput): MailContent {
  const { t } = input;
  return letter(input, {
    subject: t("mail.verification.subject", { title: t("app.title") }),
    intro: t("mail.verification.intro", { title: t("app.title") }),
    action: t("mail.verification.action"),
    expiry: t("mail.verification.expiry", { count: verificationLinkLifetimeMs / 3_600_000 }),
    ignore: t("mail.verification.ignore"),
  });
}
