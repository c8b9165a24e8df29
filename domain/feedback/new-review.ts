import * as v from "valibot";
import { writtenText } from "#domain/text/entered-text.ts";
import { maxReviewLength } from "#domain/text/text-limits.ts";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { maxRating } from "./review.ts";

/**
 * Body of a visitor's review (docs/product#review): whole stars, and an optional text. Other fields are ignored.
 */
export const newReviewSchema = v.object({
  rating: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxRating)),
  text: v.optional(writtenText(maxReviewLength), ""),
});

export type NewReview = DeepReadonly<v.InferOutput<typeof newReviewSchema>>;
