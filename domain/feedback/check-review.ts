import { type FieldFault, FieldReader } from "#domain/reading/field-reader.ts";
import { readText } from "#domain/text/entered-text.ts";
import { maxReviewLength } from "#domain/text/text-length.ts";
import { maxRating } from "./review.ts";

/** A review as a visitor sends it, before it has a date. */
export interface NewReview {
  /** Whole stars, 1…5. */
  readonly rating: number;
  /** Empty where there is no text. */
  readonly text: string;
}

/**
 * Reads a review (docs/product#review): whole stars from 1 to 5, and an optional text. The text is trimmed,
 * its line breaks become `
 * ` and its letters NFC; then it has at most 2,000 code points, all harmless (`isHarmlessText`). Other fields
 * are ignored.
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
