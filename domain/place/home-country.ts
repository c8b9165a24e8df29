/**
 * Country of most places, ISO 3166-1 alpha-2: not named with a place, and first in the form that adds one
 * (docs/product#home-country).
 */
export const homeCountry = "HU";
