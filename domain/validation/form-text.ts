/**
 * Typed text of a form's field, for its schema or rule to check; empty where the form does not have the field,
 * or has a file in its place.
 */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
