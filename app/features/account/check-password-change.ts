import type { AccountFailureCode } from "./account-failure.ts";
import { checkChosenPassword } from "./check-registration.ts";
import { readTextField } from "./read-text-field.ts";

/** What is wrong with a change of password; null when it can be sent. */
export function checkPasswordChange(form: FormData): AccountFailureCode | null {
  if (readTextField(form, "currentPassword") === "") return "error.wrongpassword";
  return checkChosenPassword(form);
}
