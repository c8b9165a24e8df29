import type { AccountField } from "./failure-field.ts";

/** What was typed into a field; empty where the form does not have it. */
export function readTextField(form: FormData, name: AccountField): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
