/** Names by language (ISO 639). */
export type Names = Readonly<Record<string, string>> & { readonly en: string };

/** Names in the cells of a table's row, as far as they are not empty. @param languages of the first columns */
export function namesOf(
  languages: readonly string[],
  cells: readonly string[],
): Readonly<Record<string, string>> {
  const names = languages.map((language, at) => [language, (cells[at] ?? "").trim()]);
  return Object.fromEntries(names.filter(([, name]) => name !== ""));
}

/** Properties of a label: the English name, and the others where they differ. */
export function nameProperties({ en, ...others }: Names): Record<string, string> {
  return { en, ...Object.fromEntries(Object.entries(others).filter(([, name]) => name !== en)) };
}
