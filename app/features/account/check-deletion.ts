import type { AccountFailureCode } from "./account-failure.ts";
import { readTextField } from "./read-text-field.ts";

/** Whether someone who wants their account deleted has confirmed it; null when they have. */
export function checkDeletion(form: FormData): AccountFailureCode | null {
  return readTextField(form, "confirmed") === "1" ? null : "account.delete.unconfirmed";
}
