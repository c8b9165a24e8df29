import { type FieldFault, FieldReader } from "#domain/reading/field-reader.ts";
import { maxReviewLength, readText } from "#domain/text/entered-text.ts";
import { maxRating } from "./review.ts";

/** What someone says of a place, before it has a date. */
export interface NewReview {
  /** Whole stars, 1…5. */
  readonly rating: number;
  /** Empty when there is none. */
  readonly text: string;
}

/**
 * Reads a review as it was sent (docs/product#review): whole stars from 1 to 5, and a text that
 * may be left out. The text is trimmed, its line ends become `\n` and its letters NFC; then it has at
 * most 2,000 code points, none of which could harm whoever reads it. Anything sent besides is ignored.
 *
 * @returns the review, or every fault: `rating` and `text`, or `body`, each `error.parameter`
 */
export function checkReview(
  input: unknown,
): { ok: true; review: NewReview } | { ok: false; faults: FieldFault[] } {
  const fields = new FieldReader(input);
  const review: NewReview = {
    rating: fields.read("rating", readRating, 0),
    text: fields.readOptional("text", (value) => readText(value, maxReviewLength), ""),
  };
  const { faults } = fields;
  return faults.length === 0 ? { ok: true, review } : { ok: false, faults };
}

function readRating(value: unknown): number | undefined {
  const isRating = typeof value === "number" && Number.isInteger(value);
  return isRating && value >= 1 && value <= maxRating ? value : undefined;
}
