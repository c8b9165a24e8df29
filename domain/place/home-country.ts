/**
 * Country of most places, ISO 3166-1 alpha-2: not named with a place, and first in the form that adds one
 * (docs/product#home-country).
 */
export const homeCountry = "HU";

/** Time zone of the home country, by whose clock the daily mail to staff goes out. */
export const homeTimeZone = "Europe/Budapest";
