/**
 * Typed text of a form's field, not yet validated; empty where the field is absent or a file.
 */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
