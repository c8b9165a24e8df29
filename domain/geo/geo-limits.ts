/** Shorter searches have no suggestions (specification, section 5), in code points. */
export const minSuggestCharacters = 3;

/** No address is longer, in code points. */
export const maxSearchCharacters = 200;

export const maxSuggestions = 8;

/** Clients of other services may ask for more, and get {@link maxSuggestions}. */
export const maxAskedSuggestions = 100;

/** Our own places among the kinds of things that are searched for. */
export const ownPlaceKind = "toilet";

/** A static picture's longer side, in CSS pixels; twice as many for dense screens (section 9). */
export const maxStaticImagePixels = 1280;

/** The static picture's zoom where none is given (specification, section 9: the minimap's). */
export const defaultStaticImageZoom = 16;

export const maxStaticImageZoom = 22;
