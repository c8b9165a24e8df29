import type { Place } from "./place.ts";

/** Maximum id that the database can hold (a signed 32-bit integer). */
export const maxId = 2_147_483_647;

/** Reads an id, of a place or of anything else, from an address: plain digits, 1 or more. Null for any other text. */
export function parseId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= maxId ? id : null;
}

/** Parts of a place that make its name. */
export type NamedParts = Pick<Place, "city" | "address" | "comments">;

/** Maximum length of a name from a comment, in code points (docs/product#place-name). */
export const maxNameLength = 80;

/**
 * The name of a place within its town: street and number with the building, else the beginning of its
 * comment. Null where at most the town is known, as of many imports: then only the place's number tells it
 * from its neighbours.
 */
export function ownNameOf({ address, comments }: NamedParts): string | null {
  if (address !== "") return address;
  return comments === "" ? null : beginningOf(comments.replace(/\s+/gu, " ").trim());
}

/** Whether the name is the whole comment, so that the comment need not stand below the name. */
export function isNamedByComment(place: NamedParts): boolean {
  return place.address === "" && ownNameOf(place) === place.comments;
}

/** A place in one line without words of any language: its own name, then the town, if known. */
export function placeName(place: NamedParts): string {
  return [ownNameOf(place), place.city].filter((part) => part !== null && part !== "").join(", ");
}

/** Text of at most `maxNameLength` code points, cut between words where there are several. */
function beginningOf(text: string): string {
  const letters = [...text];
  if (letters.length <= maxNameLength) return text;
  const cut = letters.slice(0, maxNameLength - 1).join("");
  const wordEnd = cut.lastIndexOf(" ");
  return `${wordEnd > maxNameLength / 2 ? cut.slice(0, wordEnd) : cut}…`;
}
