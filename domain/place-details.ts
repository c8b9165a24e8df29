/**
 * What else may be known of a place, in the order in which it matters to someone in a hurry. Each says
 * that a source says so: what is not named is not known, and never known to be missing.
 */
export const placeFeatures = [
  /** For women, for men; unless a place is for both. */
  "women",
  "men",
  /** Rooms that everyone uses together, or one for each. */
  "unisex",
  "segregated",
  "urinals-only",
  "squat",
  /** A wheelchair gets in with help, or to a part of it. */
  "wheelchair-limited",
  /** It opens with the key that disabled people in many countries of Europe carry. */
  "eurokey",
  "changing-table",
  "no-paper",
  "supervised",
  "seasonal",
  "drinking-water",
  "shower",
] as const;

export type PlaceFeature = (typeof placeFeatures)[number];

/** What is known of a place beyond what its form asks for (docs/product#place-details); imports only. */
export interface PlaceDetails {
  /** In the order of {@link placeFeatures}. */
  readonly features: readonly PlaceFeature[];
  /** Its floors by their numbers, `-1` or `0;1`; not there where nobody says, or it is the ground floor. */
  readonly level?: string;
  /** Who runs it, where the comment does not say so already. */
  readonly operator?: string;
}
