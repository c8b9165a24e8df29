import * as v from "valibot";
import { editFields } from "#domain/edits/place-change.ts";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { instantSchema } from "#domain/validation/instant-schema.ts";

/** Kinds of contributions of an account that staff decide on (docs/product#what-became-of-it). */
const contributionKinds = [
  "place",
  "edit",
  "report",
  "correction",
  "review",
  "review-report",
] as const;

/**
 * State of a contribution. `part`: some fields of an edit were accepted; `done`: staff have acted on a report or
 * correction; `settled`: staff have settled it without naming an outcome, or a reported review was deleted; `kept`:
 * a reported review stays; `removed`: staff removed a reported review or one of the account's own, or an accepted
 * place was deleted. Other reviews are not in the list.
 */
const contributionStates = [
  "waiting",
  "accepted",
  "part",
  "done",
  "declined",
  "withdrawn",
  "settled",
  "kept",
  "removed",
] as const;

/** Number of contributions on one page. */
export const contributionsPerPage = 20;

/** One page of an account's own contributions. */
export const contributionListSchema = /* @__PURE__ */ (() => {
  const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(1));
  return v.pipe(
    v.object({
      page: wholeNumber,
      per_page: v.literal(contributionsPerPage),
      total: v.pipe(v.number(), v.integer(), v.minValue(0)),
      waiting: v.pipe(v.number(), v.integer(), v.minValue(0), v.description("how many wait")),
      contributions: v.array(
        v.object({
          kind: v.picklist(contributionKinds),
          id: v.pipe(wholeNumber, v.description("of its kind")),
          at: instantSchema,
          state: v.picklist(contributionStates),
          decided_at: v.nullable(instantSchema),
          reason: v.pipe(v.string(), v.description("what staff say; empty without")),
          /** Null for a correction, and for a place that was deleted permanently. */
          place: v.nullable(
            v.object({
              id: wholeNumber,
              country: v.string(),
              city: v.string(),
              address: v.string(),
              comments: v.string(),
              accepted: v.boolean(),
              deleted: v.boolean(),
            }),
          ),
          about: v.pipe(
            v.array(v.string()),
            v.description(
              "fields of an edit in the order of pages, reason of a report of a place or a review, name in a correction",
            ),
          ),
          accepted_fields: v.pipe(
            v.array(v.picklist(editFields)),
            v.description("of an edit, those of its fields that were accepted"),
          ),
        }),
      ),
    }),
    v.description("One page of what the caller has sent, newest first"),
  );
})();

export type ContributionList = DeepReadonly<v.InferOutput<typeof contributionListSchema>>;

export type Contribution = ContributionList["contributions"][number];
