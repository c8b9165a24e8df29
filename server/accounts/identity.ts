import type { RequestClient } from "./viewer.ts";

/** Expected failure of a call; unexpected ones are thrown. */
export interface IdentityFailure {
  readonly ok: false;
  readonly code: IdentityErrorCode;
  /** Whole seconds until another attempt can work; only with `error.toomanyrequests`. */
  readonly retryAfterSeconds?: number;
}

/** Result of a successful call, with the `Set-Cookie` lines that its answer must carry. */
export type IdentityResult<Value extends object = object> =
  | ({ readonly ok: true; readonly setCookies: readonly string[] } & Value)
  | IdentityFailure;

/** Sign-in whose password was right, and that waits for a code: with its cookies `signInWithCode` goes on. */
interface WaitingSignIn {
  readonly ok: false;
  readonly code: "error.secondfactor";
  readonly setCookies: readonly string[];
}

/**
 * Port of sign-in and accounts: seven calls that any provider of sign-in has, and those that our
 * own server offers beyond them. The pages know this port only, so that a hosted provider can be
 * added beside ours.
 */
export interface Identity {
  /** Whether there is a sign-in with Google. */
  readonly hasGoogle: boolean;

  /** Name of the operator's OpenID Connect provider; null where there is none. */
  readonly openIdName: string | null;

  /** Whether a request with these headers carries a session, valid or not; it is not looked up. */
  mayHaveSession(headers: Headers): boolean;

  /**
   * Signs in with a new session; the one that the browser had before ends. An account with a second factor
   * gets none yet.
   */
  signIn(
    client: RequestClient,
    input: { email: string; password: string },
  ): Promise<IdentityResult | WaitingSignIn>;

  /**
   * Ends a sign-in that waits for a code of the second factor. `error.signinexpired` where none waits in this
   * browser.
   */
  signInWithCode(client: RequestClient, input: { code: string }): Promise<IdentityResult>;

  /** Whether a request with these headers carries a sign-in that waits for a code; it is not looked up. */
  mayWaitForCode(headers: Headers): boolean;

  /**
   * Address at Google to send the browser to. The browser comes back to `returnTo` when it is
   * signed in and to `failTo` when that failed, with the reason in the parameter `error`:
   * `error.disableduser`, `error.secondfactor` (which is not over yet: a code goes on) or `error.googleerror`; anything else in it counts as the latter. Both are
   * paths of ours. Where the way back itself is lost (too late, another browser), it ends at
   * `/login` with the parameter.
   */
  startGoogleSignIn(
    client: RequestClient,
    input: { returnTo: string; failTo: string },
  ): Promise<IdentityResult<{ redirectUrl: string }>>;

  /** The same at the operator's OpenID Connect provider, with the codes of Google's. */
  startOpenIdSignIn(
    client: RequestClient,
    input: { returnTo: string; failTo: string },
  ): Promise<IdentityResult<{ redirectUrl: string }>>;

  /** Creates the account, signs it in and mails a link that verifies the address. */
  createAccount(
    client: RequestClient,
    input: { email: string; password: string },
  ): Promise<IdentityResult>;

  /** Mails a link to set a new password; succeeds in the same way for an address without account. */
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
   * Signed-in account, for every request; null without a session, and for a disabled account. The
   * cookies renew a session that is in use.
   *
   * @throws where the database is away, as `findAccount` and `verifyEmail` do: that is not an
   *   answer. The calls behind forms fail with `error.unavailable`, so that what was typed can stay
   */
  findSession(client: RequestClient): Promise<{
    readonly signedIn:
      | (Pick<Account, "id" | "email" | "isEmailVerified"> & {
          /** Whether the administrator has appointed it (docs/product#moderators). */
          readonly isModerator: boolean;
          /** Name of the session, which is not its token (docs/product#devices-of-an-account). */
          readonly sessionId: string;
        })
      | null;
    readonly setCookies: readonly string[];
  }>;

  /** The signed-in account with all that we know of it; null as in `findSession`. */
  findAccount(client: RequestClient): Promise<Account | null>;

  /** Changes the signed-in account's password and ends its other sessions. */
  changePassword(
    client: RequestClient,
    input: { currentPassword: string; newPassword: string },
  ): Promise<IdentityResult>;

  /**
   * Makes a secret for an app, in Base32, for the signed-in account; nothing is on yet. Fails with `error.unconfirmed`
   * where the address is not confirmed, and with `error.signinexpired` where the second factor is on by now.
   *
   * @param input the password, where the account has one
   */
  setUpSecondFactor(
    client: RequestClient,
    input: { password: string },
  ): Promise<IdentityResult<{ secret: string }>>;

  /** Turns the second factor on with the first code of the app, and ends the account's other sessions. */
  turnOnSecondFactor(
    client: RequestClient,
    input: { secret: string; code: string },
  ): Promise<IdentityResult<{ recoveryCodes: readonly string[] }>>;

  /** Makes new recovery codes for a code; those before end. */
  renewRecoveryCodes(
    client: RequestClient,
    input: { code: string },
  ): Promise<IdentityResult<{ recoveryCodes: readonly string[] }>>;

  /** Turns the second factor off for a code. */
  turnOffSecondFactor(client: RequestClient, input: { code: string }): Promise<IdentityResult>;

  /**
   * The address that a mailed token can confirm, and when its account was registered (ISO 8601).
   * Changes nothing: programs follow the links of mails too.
   */
  checkEmailToken(
    client: RequestClient,
    input: { token: string },
  ): Promise<IdentityResult<{ email: string; registered: string; isVerified: boolean }>>;

  /** Mails the link that verifies the signed-in account's address once more. */
  sendConfirmationEmail(client: RequestClient): Promise<IdentityResult>;

  /** Marks the address that the token was mailed to as its account's own. */
  verifyEmail(client: RequestClient, input: { token: string }): Promise<IdentityResult>;

  /** The provider's page for the modes of `/mail` other than the reset, with all its parameters. */
  actionPageUrl(parameters: URLSearchParams): string;
}

/** Provider of accounts and sessions, as the rest of the server sees it. */
export interface IdentityProvider {
  readonly identity: Identity;
  /** Answers a request below `/api/auth`, in the provider's own dialect. */
  answerCall(request: Request, client: RequestClient): Promise<Response>;
}

/** Account that can sign in. */
export interface Account {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  readonly isEmailVerified: boolean;
  /** From Google or another provider; null for an account that never had one. */
  readonly name: string | null;
  /** Address of a picture, from there too; null where there is none. */
  readonly photoUrl: string | null;
  /** False for an account that has only signed in with a provider and has no password to change. */
  readonly hasPassword: boolean;
}

/**
 * Why an identity call failed: the keys of docs/product#account-failures, which
 * are translation keys at the same time. The code of a failed code check has its prefix and that
 * of a failed confirmation has none, as that rule has them.
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
