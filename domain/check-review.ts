import type { FieldFault } from "./field-fault.ts";
import { isHarmlessText } from "./harmless-text.ts";
import { maxRating } from "./review.ts";
import { maxReviewLength, textLength } from "./text-length.ts";

/** What someone says of a place, before it has a date. */
export interface NewReview {
  /** Whole stars, 1…5. */
  readonly rating: number;
  /** Empty when there is none. */
  readonly text: string;
}

/**
 * Reads a review as it was sent (specification, section 5): whole stars from 1 to 5, and a text that
 * may be left out. The text is trimmed, its line ends become `\n` and its letters NFC; then it has at
 * most 2,000 code points, none of which could harm whoever reads it. Anything sent besides is ignored.
 *
 * @returns the review, or every fault: `rating` and `text`, each `error.parameter`
 */
export function checkReview(
  input: unknown,
): { ok: true; review: NewReview } | { ok: false; faults: FieldFault[] } {
  const { rating, text: typed = "" } = fieldsOf(input);
  const text = typeof typed === "string" ? tidyText(typed) : null;
  const isFit = text !== null && isHarmlessText(text) && reviewLength(text) <= maxReviewLength;
  if (isRating(rating) && isFit) return { ok: true, review: { rating, text } };
  const faulty = [...(isRating(rating) ? [] : ["rating"]), ...(isFit ? [] : ["text"])];
  return { ok: false, faults: faulty.map((field) => ({ field, code: "error.parameter" })) };
}

/** How long a text is, as its limit counts: in code points, as it would be stored. */
export function reviewLength(text: string): number {
  return textLength(tidyText(text));
}

function fieldsOf(input: unknown): { rating?: unknown; text?: unknown } {
  return typeof input === "object" && input !== null ? input : {};
}

function isRating(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxRating;
}

function tidyText(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim().normalize("NFC");
}
