/** Shorter searches have no suggestions (docs/product#suggestions), in code points. */
export const minSuggestCharacters = 3;

/** No address is longer, in code points. */
export const maxSearchCharacters = 200;

export const maxSuggestions = 8;

/** Clients of other services may ask for more, and get {@link maxSuggestions}. */
export const maxAskedSuggestions = 100;

/** Our own places among the kinds of things that are searched for. */
export const ownPlaceKind = "toilet";

/**
 * A static picture's longer side, in CSS pixels; twice as many for dense screens
 * (docs/product#picture-of-a-position).
 */
export const maxStaticImagePixels = 1280;

/** The static picture's zoom where none is given (docs/product#picture-of-a-position). */
export const defaultStaticImageZoom = 16;

export const maxStaticImageZoom = 22;
