import type { RequestClient } from "./viewer.ts";

/** Expected failure of a call; unexpected ones are thrown. */
export interface IdentityFailure {
  readonly ok: false;
  readonly code: IdentityErrorCode;
  /** Whole seconds until another attempt can work; with `error.unavailable`, only where the server is overloaded. */
  readonly retryAfterSeconds?: number;
}

/** Result of a successful call, with the `Set-Cookie` lines for the response. */
export type IdentityResult<Value extends object = object> =
  | ({ readonly ok: true; readonly setCookies: readonly string[] } & Value)
  | IdentityFailure;

/** Sign-in with a correct password that waits for a code; `signInWithCode` continues it with these cookies. */
interface PendingSignIn {
  readonly ok: false;
  readonly code: "error.secondfactor";
  readonly setCookies: readonly string[];
}

/**
 * Port of sign-in and accounts: seven calls that any sign-in provider has, and the further calls of our own server. The
 * pages know this port only, so that a hosted provider can be added.
 */
export interface Identity {
  /** Whether there is a sign-in with Google. */
  readonly hasGoogle: boolean;

  /** Name of the operator's OpenID Connect provider; null where there is none. */
  readonly openIdName: string | null;

  /** Whether a request with these headers has a session cookie, valid or not; it is not looked up. */
  mayHaveSession(headers: Headers): boolean;

  /**
   * Signs in with a new session and ends the browser's previous one. An account with a second factor gets no session
   * yet.
   */
  signIn(
    client: RequestClient,
    input: { email: string; password: string },
  ): Promise<IdentityResult | PendingSignIn>;

  /**
   * Completes a pending sign-in with a code of the second factor. `error.signinexpired` without a pending one in this
   * browser.
   */
  signInWithCode(client: RequestClient, input: { code: string }): Promise<IdentityResult>;

  /** Whether a request with these headers has the cookie of a pending sign-in; it is not looked up. */
  mayWaitForCode(headers: Headers): boolean;

  /**
   * URL at Google for the browser's redirect. The browser returns to `returnTo` when it is signed in and to `failTo`
   * when that failed, with the reason in the parameter `error`: `error.disableduser`, `error.secondfactor` (not a
   * failure yet: a code completes the sign-in) or `error.googleerror`; anything else counts as the latter. Both are
   * paths of our site. Where the state is lost (too late, another browser), the redirect ends at `/login` with the
   * parameter.
   */
  startGoogleSignIn(
    client: RequestClient,
    input: { returnTo: string; failTo: string },
  ): Promise<IdentityResult<{ redirectUrl: string }>>;

  /** The same at the operator's OpenID Connect provider, with the same codes. */
  startOpenIdSignIn(
    client: RequestClient,
    input: { returnTo: string; failTo: string },
  ): Promise<IdentityResult<{ redirectUrl: string }>>;

  /** Creates the account, signs it in and mails a link that confirms the e-mail address. */
  createAccount(
    client: RequestClient,
    input: { email: string; password: string },
  ): Promise<IdentityResult>;

  /** Mails a link to set a new password; succeeds in the same way for an e-mail address without account. */
  sendResetEmail(client: RequestClient, input: { email: string }): Promise<IdentityResult>;

  /** E-mail address whose password the code can set. The code stays valid. */
  verifyResetCode(
    client: RequestClient,
    input: { code: string },
  ): Promise<IdentityResult<{ email: string }>>;

  /** Sets the password, once for a code, and ends every session of the account. */
  confirmReset(
    client: RequestClient,
    input: { code: string; newPassword: string },
  ): Promise<IdentityResult>;

  /** Ends this session; does nothing without one. */
  signOut(client: RequestClient): Promise<IdentityResult>;

  /**
   * Signed-in account, for every request; null without a session, and for a disabled account. The cookies renew a
   * session that is in use.
   *
   * @throws where the database is unavailable, as `findAccount` and `verifyEmail` do. The calls behind forms fail
   *   with `error.unavailable` instead, so that the form keeps its input
   */
  findSession(client: RequestClient): Promise<{
    readonly signedIn:
      | (Pick<Account, "id" | "email" | "isEmailVerified"> & {
          /** Whether the administrator has appointed it (docs/product#moderators). */
          readonly isModerator: boolean;
          /** Id of the session, which is not its token (docs/product#devices-of-an-account). */
          readonly sessionId: string;
        })
      | null;
    readonly setCookies: readonly string[];
  }>;

  /** The signed-in account with all its data; null as in `findSession`. */
  findAccount(client: RequestClient): Promise<Account | null>;

  /** Changes the signed-in account's password and ends its other sessions. */
  changePassword(
    client: RequestClient,
    input: { currentPassword: string; newPassword: string },
  ): Promise<IdentityResult>;

  /**
   * Makes a secret for an app, in Base32, for the signed-in account; the second factor is not enabled yet. Fails with
   * `error.unconfirmed` where the e-mail address is not confirmed, and with `error.signinexpired` where the second
   * factor is enabled already.
   *
   * @param input the password, where the account has one
   */
  setUpSecondFactor(
    client: RequestClient,
    input: { password: string },
  ): Promise<IdentityResult<{ secret: string }>>;

  /** Enables the second factor with the first code of the app, and ends the account's other sessions. */
  enableSecondFactor(
    client: RequestClient,
    input: { secret: string; code: string },
  ): Promise<IdentityResult<{ recoveryCodes: readonly string[] }>>;

  /** Replaces the recovery codes, given a valid code. */
  renewRecoveryCodes(
    client: RequestClient,
    input: { code: string },
  ): Promise<IdentityResult<{ recoveryCodes: readonly string[] }>>;

  /** Disables the second factor, given a valid code. */
  disableSecondFactor(client: RequestClient, input: { code: string }): Promise<IdentityResult>;

  /**
   * The e-mail address that a mailed token can confirm, and when its account was registered (ISO 8601). Changes
   * nothing: programs follow the links of mails too.
   */
  checkEmailToken(
    client: RequestClient,
    input: { token: string },
  ): Promise<IdentityResult<{ email: string; registered: string; isVerified: boolean }>>;

  /** Mails the link that confirms the signed-in account's e-mail address once more. */
  sendConfirmationEmail(client: RequestClient): Promise<IdentityResult>;

  /** Confirms the e-mail address that the token was mailed to. */
  verifyEmail(client: RequestClient, input: { token: string }): Promise<IdentityResult>;

  /** Path of the provider's page for the modes of `/mail` other than the reset, with all its parameters. */
  actionPageUrl(parameters: URLSearchParams): string;
}

/** Provider of accounts and sessions, as the rest of the server sees it. */
export interface IdentityProvider {
  readonly identity: Identity;
  /** Handles a request below `/api/auth`, in the provider's own format. */
  handleAuthRequest(request: Request, client: RequestClient): Promise<Response>;
}

/** Account that can sign in. */
export interface Account {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  readonly isEmailVerified: boolean;
  /** Name from Google or another provider; null without one. */
  readonly name: string | null;
  /** URL of a picture, from there too; null without one. */
  readonly photoUrl: string | null;
  /** False for an account that has only signed in with a provider. */
  readonly hasPassword: boolean;
}

/**
 * Why an identity call failed: the keys of docs/product#account-failures, which are translation keys at the same time.
 * As in that rule, the code of a failed code check has a prefix, and that of a failed confirmation has none.
 */
export const identityErrorCodes = [
  "error.characters",
  "error.lowercase",
  "error.uppercase",
  "error.number",
  "error.special",
  "error.common",
  "error.usernotfound",
  "error.wrongpassword",
  "error.wrongcode",
  "error.signinexpired",
  "error.signinagain",
  "error.unconfirmed",
  "error.disableduser",
  "error.alreadyinuse",
  "error.invalidemail",
  "error.emptyemail",
  "error.toomanyrequests",
  "error.googleerror",
  "error.signin",
  "error.error",
  "error.unavailable",
  "error.password-reset-expired-or-invalid",
  "password-reset-expired-or-invalid",
  "password-reset-weak-password",
  "unknown-error",
] as const;

export type IdentityErrorCode = (typeof identityErrorCodes)[number];
