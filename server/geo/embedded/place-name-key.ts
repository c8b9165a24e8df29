import { searchKey } from "#domain/search-key.ts";

/** A name as it is compared: a search key whose words are parted by single spaces, whatever stood there. */
export function placeNameKey(text: string): string {
  const lower = text.toLowerCase();
  if (plainWords.test(lower)) return lower;
  return searchKey(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Text that needs no folding: most names, and a fifth of the time. */
const plainWords = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
