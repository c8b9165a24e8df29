import type { PasswordFault } from "#domain/password-rules.ts";

/** Why a form of accounts was not accepted: keys of its message (docs/product#account-failures). */
export type AccountFailureCode =
  | PasswordFault["code"]
  | "error.samepassword"
  | "error.usernotfound"
  | "error.wrongpassword"
  | "error.disableduser"
  | "error.alreadyinuse"
  | "error.invalidemail"
  | "error.emptyemail"
  | "error.toomanyrequests"
  | "error.googleerror"
  | "error.googleclosed"
  | "error.signin"
  | "error.error"
  | "error.unavailable"
  | "error.password-reset-expired-or-invalid"
  | "password-reset-expired-or-invalid"
  | "password-reset-weak-password"
  | "unknown-error"
  | "account.delete.unconfirmed";

/** What an action answers when it did not do what was asked. */
export interface AccountFailure {
  readonly code: AccountFailureCode;
  /** What was typed, so that a page without script keeps it. Passwords are never sent back. */
  readonly email?: string;
}
