/** Country that an operator serves, and what follows from it (docs/product#home-country). */
export interface Home {
  /** ISO 3166-1 alpha-2: not named with a place, and first in the form that adds one. */
  readonly country: string;
  /** IANA name of the zone by whose clock pages date and the daily mail to staff goes out. */
  readonly timeZone: string;
}

/** The home of an operator that names no other. */
export const hungary: Home = { country: "HU", timeZone: "Europe/Budapest" };
