import * as v from "valibot";
import { editFields } from "#domain/edits/place-change.ts";
import { reviewDecisionSchema } from "#domain/feedback/review-report.ts";
import { maxId, parseId } from "#domain/place/place-id-and-name.ts";
import type { DeepReadonly } from "#domain/reading/check-fields.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import { answerSchema, closureSteps, outcomes } from "./decision.ts";

/** Maximum number of places that one call accepts or opens (docs/product#acceptance). */
const maxPlacesAtOnce = 100;

/** Ids of 1 to `maxPlacesAtOnce` entries; a repeated id counts once. */
function distinctIds<Id extends v.GenericSchema<unknown, number>>(id: Id) {
  return v.pipe(
    v.array(id),
    v.minLength(1),
    v.transform((ids) => [...new Set(ids)]),
    v.maxLength(maxPlacesAtOnce),
  );
}

/**
 * Body of a call that accepts or opens several places: 1 to `maxPlacesAtOnce` ids. A repeated id counts once; other
 * fields are ignored. A body without ids has the fault `ids`, whatever else it is.
 */
export const manyPlacesSchema = /* @__PURE__ */ (() =>
  v.pipe(
    v.unknown(),
    v.transform((body) => (typeof body === "object" ? (body ?? {}) : {})),
    v.object({
      ids: distinctIds(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxId))),
    }),
  ))();

const foundIds = /* @__PURE__ */ (() => v.array(v.pipe(v.number(), v.integer(), v.minValue(1))))();

/** Answer of a call that accepts: the ids of the accepted places, and of those that were not found. */
export const acceptedManySchema = /* @__PURE__ */ (() =>
  v.object({ accepted: foundIds, unknown: foundIds }))();

/** Answer of a call that opens. */
export const openedManySchema = /* @__PURE__ */ (() =>
  v.object({ opened: foundIds, unknown: foundIds }))();

/** Forms about one entry of a list: a place, a report or a correction. */
const entryIntents = ["delete", "restore", "resolve-report", "resolve-correction"] as const;

/** Form about a reported review. */
const reviewIntent = "settle-review";

/** Forms about an account. */
const accountIntents = ["disable", "enable", "remove-sent", "appoint", "dismiss"] as const;

/** Names of the staff's forms (docs/product#moderation-page). */
export const moderationIntents = [
  "accept",
  "open",
  ...entryIntents,
  reviewIntent,
  "decide-proposal",
  ...accountIntents,
] as const;

export type ModerationIntent = (typeof moderationIntents)[number];

/**
 * Request of one of the staff's forms. Its input has the texts of the form: `ids`, each `id` of the
 * form, of which `accept` and `open` take several; `accountId`, the id of an account; `outcome`, where a form settles
 * something, which of a report can also be a step that closes or opens its place; `reason`, what the contributor is
 * told; and for a proposal `fields`, of which one at least is accepted, and `version`, that of the place as the form
 * shows it.
 */
export const moderationRequestSchema = /* @__PURE__ */ (() => {
  const ids = distinctIds(v.pipe(v.string(), v.transform(parseId), v.number()));
  const accountId = v.pipe(v.string(), v.nonEmpty(), v.check(isHarmlessText));
  return v.variant("intent", [
    v.object({ intent: v.picklist(["accept", "open"]), ids }),
    v.pipe(
      v.object({ intent: v.literal("restore"), ids: v.pipe(ids, v.length(1)) }),
      v.transform(({ intent, ids: [id] }) => ({ intent, id })),
    ),
    v.pipe(
      v.object({
        intent: v.literal(reviewIntent),
        ids: v.pipe(ids, v.length(1)),
        ...reviewDecisionSchema.entries,
      }),
      v.transform(({ ids: [id], ...settling }) => ({ ...settling, id })),
    ),
    v.pipe(
      v.object({
        intent: v.literal("delete"),
        ids: v.pipe(ids, v.length(1)),
        reason: answerSchema,
      }),
      v.transform(({ intent, ids: [id], reason }) => ({ intent, id, reason })),
    ),
    v.pipe(
      v.object({
        intent: v.literal("resolve-report"),
        ids: v.pipe(ids, v.length(1)),
        outcome: v.picklist([...outcomes, ...closureSteps]),
        reason: answerSchema,
      }),
      v.transform(({ ids: [id], ...settled }) => ({ ...settled, id })),
    ),
    v.pipe(
      v.object({
        intent: v.literal("resolve-correction"),
        ids: v.pipe(ids, v.length(1)),
        outcome: v.picklist(outcomes),
        reason: answerSchema,
      }),
      v.transform(({ ids: [id], ...settled }) => ({ ...settled, id })),
    ),
    v.pipe(
      v.object({
        intent: v.literal("decide-proposal"),
        ids: v.pipe(ids, v.length(1)),
        outcome: v.picklist(["accepted", "declined"]),
        fields: v.array(v.picklist(editFields)),
        version: v.pipe(v.string(), v.transform(parseId), v.number()),
        reason: answerSchema,
      }),
      v.check(({ outcome, fields }) => outcome === "declined" || fields.length > 0),
      v.transform(({ ids: [id], ...decided }) => ({ ...decided, id })),
    ),
    v.object({ intent: v.picklist(accountIntents), accountId }),
  ]);
})();

export type ModerationRequest = DeepReadonly<v.InferOutput<typeof moderationRequestSchema>>;
