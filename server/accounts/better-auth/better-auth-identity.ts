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
  type AuthResponse,
  callAuth,
  handleAuthRequest,
  type ProviderId,
} from "./call-auth.ts";
import type { AuthDeps } from "./configure-auth.ts";
import { loadAuth } from "./load-auth.ts";

/** Code for a reset link that is used, expired or invalid. */
const invalidConfirmedCode = "password-reset-expired-or-invalid";

/** Result of a form while the database is unavailable. */
const unavailable: AuthResponse = {
  ok: false,
  body: { code: "error.unavailable" },
  setCookies: [],
  retryAfterSeconds: null,
};

/**
 * Accounts in our own database. Every call goes through the sign-in library's HTTP handler, so that its checks and our
 * limits hold for the pages as they do for `/api/auth`.
 */
export function createBetterAuthIdentity(deps: AuthDeps): IdentityProvider {
  if (!deps.config.rateLimits) {
    deps.log.warn("RATE_LIMITS is off: passwords can be guessed without limit");
  }
  const auth = loadAuth(deps);
  return {
    identity: identityOf(auth, deps),
    handleAuthRequest: (request, client) => handleAuthRequest(auth, request, client),
  };
}

/** The port's calls through an instance of the sign-in library. */
export function identityOf(
  auth: Auth,
  { config, database }: Pick<AuthDeps, "config" | "database">,
): Identity {
  const origin = ownOrigin(config);
  const send = (client: RequestClient, path: string, body?: object) =>
    callAuth({ auth, origin }, client, path, body);
  const call: typeof send = (client, path, body) =>
    send(client, path, body).catch((error) => {
      if (isDatabaseUnavailable(error)) return unavailable;
      throw error;
    });

  async function findSession(client: RequestClient) {
    if (!hasSessionCookie(client.headers)) return { signedIn: null, setCookies: [] };
    const { body, setCookies } = await send(client, "/get-session");
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
    const response = await call(client, "/sign-in/social", {
      provider,
      callbackURL: new URL(returnTo, origin).href,
      errorCallbackURL: new URL(failTo, origin).href,
      disableRedirect: true,
    });
    const redirectUrl = response.body?.url;
    if (!response.ok || redirectUrl === undefined) {
      const { code, ...rest } = toFailure(response, {});
      return { ...rest, code: code === "error.error" ? "error.googleerror" : code };
    }
    return { ok: true, setCookies: response.setCookies, redirectUrl };
  };

  return {
    hasGoogle: config.google !== null,
    openIdName: config.openId?.name ?? null,
    mayHaveSession: hasSessionCookie,
    findSession,

    async signIn(client, { email, password }) {
      const response = await call(client, "/sign-in/email", { email, password });
      const { body, setCookies } = response;
      const code = "error.secondfactor";
      if (!response.ok && body?.code === code) return { ok: false, code, setCookies };
      return toResult(response, {
        INVALID_EMAIL_OR_PASSWORD: "error.wrongpassword",
        PASSWORD_TOO_LONG: "error.wrongpassword",
      });
    },

    async signInWithCode(client, { code }) {
      return toResult(await call(client, "/sign-in/code", { code }), {});
    },

    mayWaitForCode: hasPendingSignInCookie,

    startGoogleSignIn: (client, ways) => startAt("google", client, ways),

    startOpenIdSignIn: (client, ways) => startAt("oidc", client, ways),

    async createAccount(client, { email, password }) {
      const response = await call(client, "/sign-up/email", { email, password, name: "" });
      return toResult(response, {
        USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "error.alreadyinuse",
        // Two registrations at the same moment: the second one violates the unique index on the e-mail address.
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
      const response = await call(client, "/reset-code", { code });
      const email = response.body?.email;
      if (!response.ok || email === undefined) return toFailure(response, {});
      return { ok: true, setCookies: response.setCookies, email };
    },

    async confirmReset(client, { code, newPassword }) {
      const response = await call(client, "/reset-password", { token: code, newPassword });
      const result = toResult(response, {
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
      const response = await call(client, "/change-password", { currentPassword, newPassword });
      return toResult(response, {
        INVALID_PASSWORD: "error.wrongpassword",
        CREDENTIAL_ACCOUNT_NOT_FOUND: "error.wrongpassword",
        PASSWORD_TOO_LONG: "error.wrongpassword",
      });
    },

    async setUpSecondFactor(client, { password }) {
      const response = await call(client, "/second-factor/set-up", { password });
      const secret = response.body?.secret;
      if (!response.ok || secret === undefined) {
        return toFailure(response, { "error.conflict": "error.signinexpired" });
      }
      return { ok: true, setCookies: response.setCookies, secret };
    },

    async enableSecondFactor(client, { secret, code }) {
      return toRecoveryCodes(await call(client, "/second-factor/turn-on", { secret, code }));
    },

    async renewRecoveryCodes(client, { code }) {
      return toRecoveryCodes(await call(client, "/second-factor/recovery-codes", { code }));
    },

    async disableSecondFactor(client, { code }) {
      return toResult(await call(client, "/second-factor/turn-off", { code }), {});
    },

    async checkEmailToken(client, { token }) {
      const response = await send(client, "/email-token", { token });
      const { email, registered, isVerified } = response.body ?? {};
      if (!response.ok || email === undefined || registered === undefined) {
        return toFailure(response, {});
      }
      const { setCookies } = response;
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
  response: AuthResponse,
  codes: Readonly<Record<string, IdentityErrorCode>>,
): IdentityResult | IdentityFailure {
  return response.ok ? { ok: true, setCookies: response.setCookies } : toFailure(response, codes);
}

function toRecoveryCodes(
  response: AuthResponse,
): IdentityResult<{ recoveryCodes: readonly string[] }> {
  const recoveryCodes = response.body?.recoveryCodes;
  if (!response.ok || recoveryCodes === undefined) return toFailure(response, {});
  return { ok: true, setCookies: response.setCookies, recoveryCodes };
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
  { body, retryAfterSeconds }: AuthResponse,
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

/** Whether the request has the cookie of a sign-in that waits for a code, valid or not. */
function hasPendingSignInCookie(headers: Headers): boolean {
  return /(?:^|;\s*)(?:__Host-)?mosdo\.waiting_sign_in=/.test(headers.get("Cookie") ?? "");
}

/** Whether the request has a session cookie, valid or not. */
function hasSessionCookie(headers: Headers): boolean {
  return /(?:^|;\s*)(?:__Host-)?mosdo\.session_token=/.test(headers.get("Cookie") ?? "");
}
