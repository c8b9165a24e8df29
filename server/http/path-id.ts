/** A place's id in a path: a positive integer that PostgreSQL's `integer` holds; null for anything else. */
export function pathId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= 2_147_483_647 ? id : null;
}
