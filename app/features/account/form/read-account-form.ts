import type { AccountFailureCode } from "#app/features/account/account-failure.ts";
import { checkConfirmation, checkNewPassword } from "#domain/account/password-rules.ts";
import type { AccountField } from "./faulty-field.ts";

/** What was typed into a field; empty where the form does not have it. */
export function readTextField(form: FormData, name: AccountField): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** The e-mail address of a form, without the spaces that keyboards add at its ends. */
export function readEmail(form: FormData): string {
  return readTextField(form, "email").trim();
}

/** What is missing in a sign-in form; null when it can be tried. */
export function checkSignIn(form: FormData): AccountFailureCode | null {
  if (readEmail(form) === "") return "error.emptyemail";
  return readTextField(form, "password") === "" ? "error.wrongpassword" : null;
}

/**
 * What is wrong with a registration form: the address, then the password's rules in their order,
 * then the confirmation (docs/product#registration); null when it can be sent.
 */
export function checkRegistration(form: FormData): AccountFailureCode | null {
  if (readEmail(form) === "") return "error.emptyemail";
  return checkChosenPassword(form);
}

/** The same for a password and its confirmation alone. */
export function checkChosenPassword(form: FormData): AccountFailureCode | null {
  const password = readTextField(form, "password");
  const fault =
    checkNewPassword(password) ?? checkConfirmation(password, readTextField(form, "confirmation"));
  return fault?.code ?? null;
}

/** What is wrong with a change of password; null when it can be sent. */
export function checkPasswordChange(form: FormData): AccountFailureCode | null {
  if (readTextField(form, "currentPassword") === "") return "error.wrongpassword";
  return checkChosenPassword(form);
}

/** Whether someone who wants their account deleted has confirmed it; null when they have. */
export function checkDeletion(form: FormData): AccountFailureCode | null {
  return readTextField(form, "confirmed") === "1" ? null : "account.delete.unconfirmed";
}
