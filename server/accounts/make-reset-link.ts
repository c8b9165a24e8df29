import type { Language } from "#domain/text/language.ts";
import { identityOf } from "#server/accounts/better-auth/better-auth-identity.ts";
import type { AuthDeps } from "#server/accounts/better-auth/configure-auth.ts";
import { loadAuth } from "#server/accounts/better-auth/load-auth.ts";
import { ownOrigin } from "#server/config/config.ts";
import { actionLink } from "#server/mail/account-mails.ts";

/**
 * Link that sets a password, once, for the operator's use: the same link as in a reset mail. It counts towards no rate
 * limit.
 *
 * @throws {Error} where the e-mail address has no enabled account
 */
export async function makeResetLink(
  deps: Omit<AuthDeps, "mails">,
  { email, language }: { email: string; language: Language },
): Promise<string> {
  const config = { ...deps.config, google: null, rateLimits: false };
  const publicUrl = ownOrigin(config);
  let link: string | null = null;
  const mails: AuthDeps["mails"] = {
    async sendReset({ code }) {
      const mode = "resetPassword";
      link = actionLink({ publicUrl, mode, code, language, continuePath: "/login" });
    },
    async feignReset() {},
    async sendVerification() {},
    async sendSecondFactor() {},
  };
  const identity = identityOf(loadAuth({ ...deps, config, mails }), { ...deps, config });
  const client = { headers: new Headers(), clientAddress: "127.0.0.1", language };
  const result = await identity.sendResetEmail(client, { email });
  if (link === null) {
    throw new Error(`no reset link for ${email}: ${result.ok ? "no such account" : result.code}`);
  }
  return link;
}
