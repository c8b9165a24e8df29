import type { AccountFailureCode } from "#app/features/account/account-failure.ts";
import { checkConfirmation, checkNewPassword } from "#domain/account/password-rules.ts";
import type { AccountField } from "./faulty-field.ts";

/** The typed value of a field; empty where the form does not have it. */
export function readTextField(form: FormData, name: AccountField): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** The e-mail address of a form, without the spaces that keyboards add at its ends. */
export function readEmail(form: FormData): string {
  return readTextField(form, "email").trim();
}

/** The missing part of a sign-in form; null when it is complete. */
export function checkSignIn(form: FormData): AccountFailureCode | null {
  if (readEmail(form) === "") return "error.emptyemail";
  return readTextField(form, "password") === "" ? "error.wrongpassword" : null;
}

/**
 * The fault of a registration form: the address, then the password's rules in their order, then the
 * confirmation (docs/product#registration); null when it is good.
 */
export function checkRegistration(form: FormData): AccountFailureCode | null {
  if (readEmail(form) === "") return "error.emptyemail";
  return checkChosenPassword(form);
}

/** The fault of a password and its confirmation. */
export function checkChosenPassword(form: FormData): AccountFailureCode | null {
  const password = readTextField(form, "password");
  const fault =
    checkNewPassword(password) ?? checkConfirmation(password, readTextField(form, "confirmation"));
  return fault?.code ?? null;
}

/** The fault of a password change; null when it is good. */
export function checkPasswordChange(form: FormData): AccountFailureCode | null {
  if (readTextField(form, "currentPassword") === "") return "error.wrongpassword";
  return checkChosenPassword(form);
}

/** The fault of an account's deletion that is not confirmed; null when it is. */
export function checkDeletion(form: FormData): AccountFailureCode | null {
  return readTextField(form, "confirmed") === "1" ? null : "account.delete.unconfirmed";
}
