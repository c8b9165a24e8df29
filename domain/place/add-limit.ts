/**
 * How many places someone may add within any 24 hours; the administrator as many as needed
 * (docs/product#add-limit).
 */
export const addLimit = 5;
export const addLimitWindowMs = 24 * 60 * 60_000;

/** How many corrections of addresses someone may send within the same time; the administrator as many as needed. */
export const correctionLimit = 5;

/** A place this near may be the same one: the form asks before it adds (docs/product#similar-places). */
export const similarPlaceRadiusMeters = 75;
