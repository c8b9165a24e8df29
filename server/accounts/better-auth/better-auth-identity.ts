import { parseEmailAddress } from "#domain/account/email-address.ts";
import {
  type Account,
  type IdentityErrorCode,
  type IdentityFailure,
  type IdentityResult,
  identityErrorCodes,
  type PendingSignIn,
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
export function createBetterAuthIdentity(deps: AuthDeps) {
  if (!deps.config.rateLimits) {
    deps.log.warn("RATE_LIMITS is off: passwords can be guessed without limit");
  }
  const auth = loadAuth(deps);
  return {
    identity: identityOf(auth, deps),
    /** Handles a request below `/api/auth`, in the library's own format. */
    handleAuthRequest: (request: Request, client: RequestClient) =>
      handleAuthRequest(auth, request, client),
  };
}

/** Accounts and sessions, as the rest of the server sees them. */
export type IdentityProvider = ReturnType<typeof createBetterAuthIdentity>;

export type Identity = IdentityProvider["identity"];

/** Input of a form with an e-mail address and a password. */
interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Paths of our site at which the browser goes on after a provider's sign-in, and after a failed one. */
interface ProviderReturn {
  readonly returnTo: string;
  readonly failTo: string;
}

/**
 * Sign-in and accounts through an instance of the library, as the pages know them: another provider would have the same
 * calls. Calls behind forms fail with `error.unavailable` where the database is unavailable, so that the form keeps its
 * input; `findSession`, `findAccount` and `checkEmailToken` throw.
 */
export function identityOf(
  auth: Auth,
  { config, database }: Pick<AuthDeps, "config" | "database">,
) {
  const origin = ownOrigin(config);
  const send = (client: RequestClient, path: string, body?: object) =>
    callAuth({ auth, origin }, client, path, body);
  const call: typeof send = (client, path, body) =>
    send(client, path, body).catch((error) => {
      if (isDatabaseUnavailable(error)) return unavailable;
      throw error;
    });

  /**
   * Signed-in account, for every request; null without a session, and for a disabled account. The cookies renew a
   * session that is in use. The session's id is not its token (docs/product#devices-of-an-account).
   */
  async function findSession(client: RequestClient): Promise<{
    readonly signedIn:
      | (Pick<Account, "id" | "email" | "isEmailVerified"> & {
          readonly isModerator: boolean;
          readonly sessionId: string;
        })
      | null;
    readonly setCookies: readonly string[];
  }> {
    if (!hasSessionCookie(client.headers)) return { signedIn: null, setCookies: [] };
    const { body, setCookies } = await send(client, "/get-session");
    const { user, session } = body ?? {};
    if (!user || !session || user.disabled) return { signedIn: null, setCookies };
    const { id, email, emailVerified: isEmailVerified, moderator_since } = user;
    const isModerator = moderator_since != null;
    const signedIn = { id, email, isEmailVerified, isModerator, sessionId: session.id };
    return { signedIn, setCookies };
  }

  /**
   * URL at a provider for the browser's redirect. The reason of a failure is in the parameter `error`:
   * `error.disableduser`, `error.secondfactor` (not a failure yet: a code completes the sign-in) or
   * `error.googleerror`; anything else counts as the latter. Where the state is lost (too late, another browser), the
   * redirect ends at `/login` with the parameter.
   */
  const startAt = async (
    provider: ProviderId,
    client: RequestClient,
    { returnTo, failTo }: ProviderReturn,
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
      const { code, ...rest } = toFailure(response);
      return { ...rest, code: code === "error.error" ? "error.googleerror" : code };
    }
    return { ok: true, setCookies: response.setCookies, redirectUrl };
  };

  return {
    hasGoogle: config.google !== null,
    /** Name of the operator's OpenID Connect provider; null where there is none. */
    openIdName: config.openId?.name ?? null,
    mayHaveSession: hasSessionCookie,
    findSession,

    /**
     * Signs in with a new session and ends the browser's previous one. An account with a second factor gets no session
     * yet: `signInWithCode` continues with these cookies.
     */
    async signIn(
      client: RequestClient,
      { email, password }: Credentials,
    ): Promise<IdentityResult | PendingSignIn> {
      const response = await call(client, "/sign-in/email", { email, password });
      const { body, setCookies } = response;
      const code = "error.secondfactor";
      if (!response.ok && body?.code === code) return { ok: false, code, setCookies };
      return toResult(response, {
        INVALID_EMAIL_OR_PASSWORD: "error.wrongpassword",
        PASSWORD_TOO_LONG: "error.wrongpassword",
      });
    },

    /** Completes a pending sign-in with a code of the second factor; `error.signinexpired` without one in this browser. */
    signInWithCode: async (client: RequestClient, { code }: { readonly code: string }) =>
      toResult(await call(client, "/sign-in/code", { code })),

    mayWaitForCode: hasPendingSignInCookie,

    startGoogleSignIn: (client: RequestClient, ways: ProviderReturn) =>
      startAt("google", client, ways),

    startOpenIdSignIn: (client: RequestClient, ways: ProviderReturn) =>
      startAt("oidc", client, ways),

    /** Creates the account, signs it in and mails a link that confirms the e-mail address. */
    async createAccount(client: RequestClient, { email, password }: Credentials) {
      const response = await call(client, "/sign-up/email", { email, password, name: "" });
      return toResult(response, {
        USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "error.alreadyinuse",
        // Two registrations at the same moment: the second one violates the unique index on the e-mail address.
        FAILED_TO_CREATE_USER: "error.alreadyinuse",
        INVALID_EMAIL: "error.invalidemail",
      });
    },

    /** Mails a link to set a new password; succeeds in the same way for an e-mail address without account. */
    async sendResetEmail(
      client: RequestClient,
      { email }: Pick<Credentials, "email">,
    ): Promise<IdentityResult> {
      if (email.trim() === "") return { ok: false, code: "error.emptyemail" };
      if (parseEmailAddress(email) === null) return { ok: false, code: "error.invalidemail" };
      return toResult(await call(client, "/request-password-reset", { email }));
    },

    /** E-mail address whose password the code can set. The code stays valid. */
    async verifyResetCode(
      client: RequestClient,
      { code }: { readonly code: string },
    ): Promise<IdentityResult<{ email: string }>> {
      const response = await call(client, "/reset-code", { code });
      const email = response.body?.email;
      if (!response.ok || email === undefined) return toFailure(response);
      return { ok: true, setCookies: response.setCookies, email };
    },

    /** Sets the password, once for a code, and ends every session of the account. */
    async confirmReset(
      client: RequestClient,
      { code, newPassword }: { readonly code: string; readonly newPassword: string },
    ): Promise<IdentityResult> {
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

    /** Ends this session; does nothing without one. */
    signOut: async (client: RequestClient) => toResult(await call(client, "/sign-out", {})),

    /** The signed-in account with all its data; null as in `findSession`. */
    async findAccount(client: RequestClient): Promise<Account | null> {
      const { signedIn } = await findSession(client);
      return signedIn && readAccount(database, signedIn.id);
    },

    /** Changes the signed-in account's password and ends its other sessions. */
    async changePassword(
      client: RequestClient,
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    ) {
      const response = await call(client, "/change-password", { currentPassword, newPassword });
      return toResult(response, {
        INVALID_PASSWORD: "error.wrongpassword",
        CREDENTIAL_ACCOUNT_NOT_FOUND: "error.wrongpassword",
        PASSWORD_TOO_LONG: "error.wrongpassword",
      });
    },

    /**
     * Makes a secret for an app, in Base32; the second factor is not enabled yet. Fails with `error.unconfirmed` where
     * the e-mail address is not confirmed, and with `error.signinexpired` where the second factor is enabled already.
     *
     * @param password where the account has one
     */
    async setUpSecondFactor(
      client: RequestClient,
      { password }: Pick<Credentials, "password">,
    ): Promise<IdentityResult<{ secret: string }>> {
      const response = await call(client, "/second-factor/set-up", { password });
      const secret = response.body?.secret;
      if (!response.ok || secret === undefined) {
        return toFailure(response, { "error.conflict": "error.signinexpired" });
      }
      return { ok: true, setCookies: response.setCookies, secret };
    },

    /** Enables the second factor with the first code of the app, and ends the account's other sessions. */
    enableSecondFactor: async (
      client: RequestClient,
      { secret, code }: { readonly secret: string; readonly code: string },
    ) => toRecoveryCodes(await call(client, "/second-factor/turn-on", { secret, code })),

    /** Replaces the recovery codes, given a valid code. */
    renewRecoveryCodes: async (client: RequestClient, { code }: { readonly code: string }) =>
      toRecoveryCodes(await call(client, "/second-factor/recovery-codes", { code })),

    /** Disables the second factor, given a valid code. */
    disableSecondFactor: async (client: RequestClient, { code }: { readonly code: string }) =>
      toResult(await call(client, "/second-factor/turn-off", { code })),

    /**
     * The e-mail address that a mailed token can confirm, and when its account was registered (ISO 8601). Changes
     * nothing: programs follow the links of mails too.
     */
    async checkEmailToken(
      client: RequestClient,
      { token }: { readonly token: string },
    ): Promise<IdentityResult<{ email: string; registered: string; isVerified: boolean }>> {
      const response = await send(client, "/email-token", { token });
      const { email, registered, isVerified } = response.body ?? {};
      if (!response.ok || email === undefined || registered === undefined) {
        return toFailure(response);
      }
      const { setCookies } = response;
      return { ok: true, setCookies, email, registered, isVerified: isVerified === true };
    },

    /** Mails the link that confirms the signed-in account's e-mail address once more. */
    sendConfirmationEmail: async (client: RequestClient) =>
      toResult(await call(client, "/confirmation-email", {})),

    /** Confirms the e-mail address that the token was mailed to. */
    verifyEmail: async (client: RequestClient, { token }: { readonly token: string }) =>
      toResult(await call(client, "/confirm-email", { token })),
  };
}

function toResult(
  response: AuthResponse,
  codes?: Readonly<Record<string, IdentityErrorCode>>,
): IdentityResult {
  return response.ok ? { ok: true, setCookies: response.setCookies } : toFailure(response, codes);
}

function toRecoveryCodes(
  response: AuthResponse,
): IdentityResult<{ recoveryCodes: readonly string[] }> {
  const recoveryCodes = response.body?.recoveryCodes;
  if (!response.ok || recoveryCodes === undefined) return toFailure(response);
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
  codes: Readonly<Record<string, IdentityErrorCode>> = {},
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
