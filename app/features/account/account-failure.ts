import type { TFunction } from "i18next";
import {
  type PasswordFault,
  passwordLength,
  specialCharacters,
} from "#domain/account/password-rules.ts";

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

const statuses: Partial<Record<AccountFailureCode, number>> = {
  "error.usernotfound": 401,
  "error.wrongpassword": 401,
  "error.signin": 401,
  "error.disableduser": 403,
  "error.alreadyinuse": 409,
  "error.password-reset-expired-or-invalid": 410,
  "password-reset-expired-or-invalid": 410,
  "error.toomanyrequests": 429,
  "error.error": 500,
  "unknown-error": 500,
  "error.unavailable": 503,
  "error.googleerror": 502,
};

/** The HTTP status of a page that shows the failure; 422 for what was typed wrongly. */
export function failureStatus(code: AccountFailureCode): number {
  return statuses[code] ?? 422;
}

/** A failure in the reader's language, with the figures of the rule that it names. */
export function failureText(t: TFunction, code: AccountFailureCode): string {
  return t(code, { ...passwordLength, characters: specialCharacters.join(" ") });
}
