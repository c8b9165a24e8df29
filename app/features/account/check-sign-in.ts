import type { AccountFailureCode } from "./account-failure.ts";
import { readEmail } from "./read-email.ts";
import { readTextField } from "./read-text-field.ts";

/** What is missing in a sign-in form; null when it can be tried. */
export function checkSignIn(form: FormData): AccountFailureCode | null {
  if (readEmail(form) === "") return "error.emptyemail";
  return readTextField(form, "password") === "" ? "error.wrongpassword" : null;
}
