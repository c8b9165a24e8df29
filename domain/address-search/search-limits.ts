import { textLength } from "#domain/text/text-limits.ts";

/** Minimum length of a search that has suggestions, in code points (docs/product#suggestions). */
export const minSuggestCharacters = 3;

/** Maximum length of a search, in code points; no address is longer (docs/product#suggestions). */
export const maxSearchCharacters = 200;

/** Maximum number of suggestions in a response (docs/product#suggestions). */
export const maxSuggestions = 8;

/** Maximum of `limit`: clients of other services may request that many, and receive {@link maxSuggestions}. */
export const maxSuggestionLimit = 100;

/**
 * Maximum of a static picture's longer side, in CSS pixels; a dense screen gets twice as many
 * (docs/product#picture-of-a-position).
 */
export const maxStaticImagePixels = 1280;

/** Default zoom of a static picture (docs/product#picture-of-a-position). */
export const defaultStaticImageZoom = 16;

export const maxStaticImageZoom = 22;

/** Whether a text, without surrounding spaces, is long enough for suggestions. */
export function isSearchableText(text: string): boolean {
  return textLength(text.trim()) >= minSuggestCharacters;
}
