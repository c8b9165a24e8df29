import { checkConfirmation, checkNewPassword } from "#domain/password-rules.ts";
import type { AccountFailureCode } from "./account-failure.ts";
import { readEmail } from "./read-email.ts";
import { readTextField } from "./read-text-field.ts";

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
