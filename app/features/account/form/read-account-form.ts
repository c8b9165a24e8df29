import type { AccountFailureCode } from "#app/features/account/account-failure.ts";
import { checkConfirmation, checkNewPassword } from "#domain/account/password-rules.ts";
import { formText } from "#domain/reading/form-text.ts";

/** The e-mail address of a form, without the spaces that keyboards add at its ends. */
export function readEmail(form: FormData): string {
  return formText(form, "email").trim();
}

/** The missing part of a sign-in form; null when it is complete. */
export function checkSignIn(form: FormData): AccountFailureCode | null {
  if (readEmail(form) === "") return "error.emptyemail";
  return formText(form, "password") === "" ? "error.wrongpassword" : null;
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
  const password = formText(form, "password");
  const fault =
    checkNewPassword(password) ?? checkConfirmation(password, formText(form, "confirmation"));
  return fault?.code ?? null;
}

/** The fault of a password change; null when it is good. */
export function checkPasswordChange(form: FormData): AccountFailureCode | null {
  if (formText(form, "currentPassword") === "") return "error.wrongpassword";
  return checkChosenPassword(form);
}

/** The fault of an account's deletion that is not confirmed; null when it is. */
export function checkDeletion(form: FormData): AccountFailureCode | null {
  return formText(form, "confirmed") === "1" ? null : "account.delete.unconfirmed";
}
