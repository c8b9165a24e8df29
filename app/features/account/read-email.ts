import { readTextField } from "./read-text-field.ts";

/** The e-mail address of a form, without the spaces that keyboards add at its ends. */
export function readEmail(form: FormData): string {
  return readTextField(form, "email").trim();
}
