/** One person's review of a place, as the API hands it out (specification, section 3). */
export interface Review {
  /** Whole stars, 1…5. */
  readonly rating: number;
  /** Empty when there is none. */
  readonly text: string;
  /** When it was written or last changed: an ISO 8601 instant in UTC with milliseconds. */
  readonly added: string;
  /** Whether it is the asker's own. */
  readonly own: boolean;
  /** Who wrote it; only for the administrator (decision 20). */
  readonly user_id?: string;
}

/** The most stars a review can give (specification, section 9). */
export const maxRating = 5;
