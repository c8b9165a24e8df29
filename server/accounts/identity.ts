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
export interface PendingSignIn {
  readonly ok: false;
  readonly code: "error.secondfactor";
  readonly setCookies: readonly string[];
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
