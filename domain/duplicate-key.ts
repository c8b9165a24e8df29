import { foldText } from "./fold-text.ts";

/**
 * Two places with the same key are one place entered twice (docs/product#duplicate-place): their city,
 * address and comments differ at most in case, encoding form and spaces. A line break stands between
 * the three, which folded text never holds.
 */
export function duplicateKey(place: { city: string; address: string; comments: string }): string {
  return [place.city, place.address, place.comments].map(foldText).join("\n");
}
