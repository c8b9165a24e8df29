/** Typed text of a form's field, not yet validated; empty where the field is absent or a file. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Typed texts of all fields of a form by their names, not yet validated; without files. */
export function formTexts(form: FormData): Record<string, string> {
  return Object.fromEntries([...form.keys()].map((name) => [name, formText(form, name)]));
}
