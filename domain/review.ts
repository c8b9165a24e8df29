/** One person's review of a place, as the API hands it out (docs/product#review). */
export interface Review {
  /** Whole stars, 1…5. */
  readonly rating: number;
  /** Empty when there is none. */
  readonly text: string;
  /** When it was written or last changed: an ISO 8601 instant in UTC with milliseconds. */
  readonly added: string;
  /** Whether it is the asker's own. */
  readonly own: boolean;
  /** Who wrote it; only for the administrator (docs/product#authors-of-reviews). */
  readonly user_id?: string;
}

/** The most stars a review can give (docs/product#review). */
export const maxRating = 5;
