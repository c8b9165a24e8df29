import { textLength } from "../text-length.ts";
import { minSuggestCharacters } from "./geo-limits.ts";

/** Whether a text, spaces around it aside, is long enough to suggest something for. */
export function isSearchableText(text: string): boolean {
  return textLength(text.trim()) >= minSuggestCharacters;
}
