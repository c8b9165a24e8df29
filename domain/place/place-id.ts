/** Maximum id that the database can hold (a signed 32-bit integer). */
export const maxId = 2_147_483_647;

/** Reads an id, of a place or of anything else, from an address: plain digits, 1 or more. Null for any other text. */
export function parseId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= maxId ? id : null;
}
