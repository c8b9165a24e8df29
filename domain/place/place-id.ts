/** Maximum id that the database can hold (a signed 32-bit integer). */
export const maxPlaceId = 2_147_483_647;

/** Reads a place's id from an address: plain digits, 1 or more. Null for any other text. */
export function parsePlaceId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= maxPlaceId ? id : null;
}
