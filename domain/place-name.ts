import type { Place } from "./place.ts";

/** What a place is named by. */
export type NamedParts = Pick<Place, "city" | "address" | "comments">;

/** The longest name that a comment gives, in code points. */
export const maxNameLength = 80;

/**
 * What tells a place apart where one stands: its street and number with the building, else the beginning
 * of its comment. Null where only the town is known, or nothing, as of many imports: then the place's
 * number is all that differs from its neighbours'.
 */
export function ownNameOf({ address, comments }: NamedParts): string | null {
  if (address !== "") return address;
  return comments === "" ? null : beginningOf(comments.replace(/\s+/gu, " ").trim());
}

/** Whether the name says all of the comment, so that it need not stand below the name once more. */
export function isNamedByComment(place: NamedParts): boolean {
  return place.address === "" && ownNameOf(place) === place.comments;
}

/** A place in one line without words of any language: what tells it apart, then the town, if known. */
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
