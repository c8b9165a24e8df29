import type { AccountFailureCode } from "./account-failure.ts";

/** The fields of the account forms, by their names in the form. */
export type AccountField = "email" | "currentPassword" | "password" | "confirmation" | "confirmed";

const fields: Partial<Record<AccountFailureCode, AccountField>> = {
  "error.usernotfound": "email",
  "error.disableduser": "email",
  "error.alreadyinuse": "email",
  "error.invalidemail": "email",
  "error.emptyemail": "email",
  "error.wrongpassword": "password",
  "error.characters": "password",
  "error.lowercase": "password",
  "error.uppercase": "password",
  "error.number": "password",
  "error.special": "password",
  "password-reset-weak-password": "password",
  "error.samepassword": "confirmation",
  "account.delete.unconfirmed": "confirmed",
};

/** The field that a failure is about; null where it is about none. */
export function failureField(code: AccountFailureCode): AccountField | null {
  return fields[code] ?? null;
}
