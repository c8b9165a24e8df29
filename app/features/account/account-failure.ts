import type { TFunction } from "i18next";
import {
  type PasswordFault,
  passwordLength,
  specialCharacters,
} from "#domain/account/password-rules.ts";

/** Keys of the messages for a failed account form (docs/product#account-failures). */
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

/** An action's answer where the action failed. */
export interface AccountFailure {
  readonly code: AccountFailureCode;
  /** The typed address, so that a page without script keeps it. Passwords are never sent back. */
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

/** HTTP status of a page that shows the failure; 422 for faults of the form. */
export function failureStatus(code: AccountFailureCode): number {
  return statuses[code] ?? 422;
}

/** The message of a failure in the page's language, with the values of the rule that it names. */
export function failureText(t: TFunction, code: AccountFailureCode): string {
  return t(code, { ...passwordLength, characters: specialCharacters.join(" ") });
}
