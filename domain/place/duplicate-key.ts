import { foldText } from "#domain/text/search-key.ts";

/**
 * Key of a place that two duplicates share (docs/product#duplicate-place): their city, address and comments differ at
 * most in case, encoding form and spaces. A line break separates the three, because folded text never holds one.
 */
export function duplicateKey(place: { city: string; address: string; comments: string }): string {
  return [place.city, place.address, place.comments].map(foldText).join("\n");
}
