import { parseEmailAddress } from "#domain/account/email-address.ts";
import {
  type Account,
  type Identity,
  type IdentityErrorCode,
  type IdentityFailure,
  type IdentityProvider,
  type IdentityResult,
  identityErrorCodes,
} from "#server/accounts/identity.ts";
import type { RequestClient } from "#server/accounts/viewer.ts";
import { ownOrigin } from "#server/config/config.ts";
import { isDatabaseUnavailable } from "#server/database/database-errors.ts";
import {
  type Auth,
  type AuthAnswer,
  answerAuthCall,
  callAuth,
  type ProviderId,
} from "./call-auth.ts";
import type { AuthDeps } from "./configure-auth.ts";
import { loadAuth } from "./load-auth.ts";

/** The code of a reset link that is used up, too old or made up. */
const invalidConfirmedCode = "password-reset-expired-or-invalid";

/** What a form answers while the database is away. */
const unavailable: AuthAnswer = {
  ok: false,
  body: { code: "error.unavailable" },
  setCookies: [],
  retryAfterSeconds: 2,
};

/**
 * Accounts kept by our own server. Every call goes through the sign-in library's HTTP handler, so
 * that its checks and our limits hold for the pages as they do for `/api/auth`.
 */
export function createBetterAuthIdentity(deps: AuthDeps): IdentityProvider {
  if (!deps.config.rateLimits) {
    deps.log.warn("RATE_LIMITS is off: passwords can be guessed without limit");
  }
  const auth = loadAuth(deps);
  return {
    identity: identityOf(auth, deps),
    answerCall: (request, client) => answerAuthCall(auth, request, client),
  };
}

/** The port's calls through an instance of the sign-in library. */
export function identityOf(
  auth: Auth,
  { config, database }: Pick<AuthDeps, "config" | "database">,
): Identity {
  const origin = ownOrigin(config);
  const ask = (client: RequestClient, path: string, body?: object) =>
    callAuth({ auth, origin }, client, path, body);
  const call: typeof ask = (client, path, body) =>
    ask(client, path, body).catch((error) => {
      if (isDatabaseUnavailable(error)) return unavailable;
      throw error;
    });

  async function findSession(client: RequestClient) {
    if (!hasSessionCookie(client.headers)) return { signedIn: null, setCookies: [] };
    const { body, setCookies } = await ask(client, "/get-session");
    const { user, session } = body ?? {};
    if (!user || !session || user.disabled) return { signedIn: null, setCookies };
    const { id, email, emailVerified: isEmailVerified, moderator_since } = user;
    const isModerator = moderator_since != null;
    const signedIn = { id, email, isEmailVerified, isModerator, sessionId: session.id };
    return { signedIn, setCookies };
  }

  const startAt = async (
    provider: ProviderId,
    client: RequestClient,
    { returnTo, failTo }: { readonly returnTo: string; readonly failTo: string },
  ): Promise<IdentityResult<{ redirectUrl: string }>> => {
    if (!(await auth.ensureProvider(provider))) return { ok: false, code: "error.googleerror" };
    const answer = await call(client, "/sign-in/social", {
      provider,
      callbackURL: new URL(returnTo, origin).href,
      errorCallbackURL: new URL(failTo, origin).href,
      disableRedirect: true,
    });
    const redirectUrl = answer.body?.url;
    if (!answer.ok || redirectUrl === undefined) {
      const { code, ...rest } = toFailure(answer, {});
      return { ...rest, code: code === "error.error" ? "error.googleerror" : code };
    }
    return { ok: true, setCookies: answer.setCookies, redirectUrl };
  };

  return {
    hasGoogle: config.google !== null,
    openIdName: config.openId?.name ?? null,
    mayHaveSession: hasSessionCookie,
    findSession,

    async signIn(client, { email, password }) {
      const answer = await call(client, "/sign-in/email", { email, password });
      const { body, setCookies } = answer;
      const code = "error.secondfactor";
      if (!answer.ok && body?.code === code) return { ok: false, code, setCookies };
      return toResult(answer, {
        INVALID_EMAIL_OR_PASSWORD: "error.wrongpassword",
        PASSWORD_TOO_LONG: "error.wrongpassword",
      });
    },

    async signInWithCode(client, { code }) {
      return toResult(await call(client, "/sign-in/code", { code }), {});
    },

    mayWaitForCode: hasWaitingCookie,

    startGoogleSignIn: (client, ways) => startAt("google", client, ways),

    startOpenIdSignIn: (client, ways) => startAt("oidc", client, ways),

    async createAccount(client, { email, password }) {
      const answer = await call(client, "/sign-up/email", { email, password, name: "" });
      return toResult(answer, {
        USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "error.alreadyinuse",
        // Two registrations at the same moment: the second one meets the unique index on the
        // address.
        FAILED_TO_CREATE_USER: "error.alreadyinuse",
        INVALID_EMAIL: "error.invalidemail",
      });
    },

    async sendResetEmail(client, { email }) {
      if (email.trim() === "") return { ok: false, code: "error.emptyemail" };
      if (parseEmailAddress(email) === null) return { ok: false, code: "error.invalidemail" };
      return toResult(await call(client, "/request-password-reset", { email }), {});
    },

    async verifyResetCode(client, { code }) {
      const answer = await call(client, "/reset-code", { code });
      const email = answer.body?.email;
      if (!answer.ok || email === undefined) return toFailure(answer, {});
      return { ok: true, setCookies: answer.setCookies, email };
    },

    async confirmReset(client, { code, newPassword }) {
      const answer = await call(client, "/reset-password", { token: code, newPassword });
      const result = toResult(answer, {
        INVALID_TOKEN: invalidConfirmedCode,
        USER_NOT_FOUND: invalidConfirmedCode,
        PASSWORD_TOO_SHORT: "password-reset-weak-password",
        PASSWORD_TOO_LONG: "password-reset-weak-password",
      });
      return !result.ok && result.code === "error.error"
        ? { ok: false, code: "unknown-error" }
        : result;
    },

    async signOut(client) {
      return toResult(await call(client, "/sign-out", {}), {});
    },

    async findAccount(client) {
      const { signedIn } = await findSession(client);
      return signedIn && readAccount(database, signedIn.id);
    },

    async changePassword(client, { currentPassword, newPassword }) {
      const answer = await call(client, "/change-password", { currentPassword, newPassword });
      return toResult(answer, {
        INVALID_PASSWORD: "error.wrongpassword",
        CREDENTIAL_ACCOUNT_NOT_FOUND: "error.wrongpassword",
        PASSWORD_TOO_LONG: "error.wrongpassword",
      });
    },

    async setUpSecondFactor(client, { password }) {
      const answer = await call(client, "/second-factor/set-up", { password });
      const secret = answer.body?.secret;
      if (!answer.ok || secret === undefined) {
        return toFailure(answer, { "error.conflict": "error.signinexpired" });
      }
      return { ok: true, setCookies: answer.setCookies, secret };
    },

    async turnOnSecondFactor(client, { secret, code }) {
      return toRecoveryCodes(await call(client, "/second-factor/turn-on", { secret, code }));
    },

    async renewRecoveryCodes(client, { code }) {
      return toRecoveryCodes(await call(client, "/second-factor/recovery-codes", { code }));
    },

    async turnOffSecondFactor(client, { code }) {
      return toResult(await call(client, "/second-factor/turn-off", { code }), {});
    },

    async checkEmailToken(client, { token }) {
      const answer = await ask(client, "/email-token", { token });
      const { email, registered, isVerified } = answer.body ?? {};
      if (!answer.ok || email === undefined || registered === undefined) {
        return toFailure(answer, {});
      }
      const { setCookies } = answer;
      return { ok: true, setCookies, email, registered, isVerified: isVerified === true };
    },

    async sendConfirmationEmail(client) {
      return toResult(await call(client, "/confirmation-email", {}), {});
    },

    async verifyEmail(client, { token }) {
      return toResult(await call(client, "/confirm-email", { token }), {});
    },

    actionPageUrl: (parameters) => `/auth/action?${parameters}`,
  };
}

function toResult(
  answer: AuthAnswer,
  codes: Readonly<Record<string, IdentityErrorCode>>,
): IdentityResult | IdentityFailure {
  return answer.ok ? { ok: true, setCookies: answer.setCookies } : toFailure(answer, codes);
}

function toRecoveryCodes(answer: AuthAnswer): IdentityResult<{ recoveryCodes: readonly string[] }> {
  const recoveryCodes = answer.body?.recoveryCodes;
  if (!answer.ok || recoveryCodes === undefined) return toFailure(answer, {});
  return { ok: true, setCookies: answer.setCookies, recoveryCodes };
}

async function readAccount(database: AuthDeps["database"], id: string): Promise<Account | null> {
  const row = await database
    .selectFrom("account")
    .select(["id", "email", "email_verified", "name", "photo_url"])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("sign_in_method")
          .select("sign_in_method.id")
          .whereRef("sign_in_method.account_id", "=", "account.id")
          .where("provider", "=", "credential"),
      ).as("has_password"),
    )
    .where("account.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    email: row.email,
    isEmailVerified: row.email_verified,
    name: row.name || null,
    photoUrl: row.photo_url || null,
    hasPassword: Boolean(row.has_password),
  };
}

/**
 * The code of a failed call of the sign-in library (docs/product#account-failures): our own codes pass
 * as they are, the library's are looked up in `codes`, and any other is `error.error`.
 */
function toFailure(
  { body, retryAfterSeconds }: AuthAnswer,
  codes: Readonly<Record<string, IdentityErrorCode>>,
): IdentityFailure {
  const given = body?.code ?? "";
  const own = identityErrorCodes.find((code) => code === given);
  const code = own ?? (Object.hasOwn(codes, given) ? codes[given] : "error.error");
  return {
    ok: false,
    code,
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  };
}

/** Whether the request carries the cookie of a sign-in that waits for a code, valid or not. */
function hasWaitingCookie(headers: Headers): boolean {
  return /(?:^|;\s*)(?:__Host-)?mosdo\.waiting_sign_in=/.test(headers.get("Cookie") ?? "");
}

/** Whether the request carries a session cookie of ours, valid or not. */
function hasSessionCookie(headers: Headers): boolean {
  return /(?:^|;\s*)(?:__Host-)?mosdo\.session_token=/.test(headers.get("Cookie") ?? "");
}
