/** What a change says of a field. */
export type CorrectedValue = string | number | boolean | null;

/**
 * A correction of an address, with the names of the contribution service of Mapbox
 * (docs/product#correction). Who sends it is known from the session: an e-mail address is neither read
 * nor stored.
 */
export interface Correction {
  /** What should be done, in the contribution service's word: `edit` for instance. */
  readonly action: string;
  /** Why; may be empty. */
  readonly reason: string;
  /** Where it really is: WGS 84 degrees, at most 6 decimals. */
  readonly location: { readonly longitude: number; readonly latitude: number };
  /** The fields that should change, `address` for instance, and what they should say. */
  readonly changes: Readonly<Record<string, CorrectedValue>>;
  /** What the address is called today; may be empty. */
  readonly placeName: string;
}

/** The longest action and the longest name of a changed field, in code points. */
export const maxCorrectionWordLength = 50;

/** The longest thing that a change may say, in code points. */
export const maxCorrectedValueLength = 500;

/** The longest name of an address: city, comma, address and some to spare, in code points. */
export const maxCorrectionNameLength = 600;

/** How many fields one correction may change. */
export const maxCorrectedFields = 20;
