import { resetLinkLifetimeMs } from "../link-lifetime.ts";
import { letter } from "./letter.ts";
import type { MailContent, MailInput } from "./mail-content.ts";

/** The mail to someone who has forgotten the password (docs/product#password-reset). */
export function composeResetMail(input: MailInput): MailContent {
  const { t } = input;
  return letter(input, {
    subject: t("mail.reset.subject", { title: t("app.title") }),
    intro: t("mail.reset.intro", { title: t("app.title") }),
    action: t("mail.reset.action"),
    expiry: t("mail.reset.expiry", { count: resetLinkLifetimeMs / 3_600_000 }),
    ignore: t("mail.reset.ignore"),
  });
}
