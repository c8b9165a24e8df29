import { searchKey } from "#domain/search-key.ts";

/** A name as it is compared: a search key whose words are parted by single spaces, whatever stood there. */
export function placeNameKey(text: string): string {
  return searchKey(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
