import * as v from "valibot";
import { writtenText } from "#domain/text/entered-text.ts";
import { maxEditNoteLength } from "#domain/text/text-limits.ts";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { instantSchema } from "#domain/validation/instant-schema.ts";
import {
  changedFields,
  type EditField,
  editFields,
  type FieldState,
  fieldStates,
  meetChange,
  type PlaceChange,
  type PlaceContent,
  placeChangeSchema,
} from "./place-change.ts";

/** Maximum number of proposals of an account that wait (docs/product#limit-of-proposals). */
export const maxPendingProposals = 20;

/** What became of a proposal; `part` where some of its fields were accepted. */
const proposalOutcomes = ["accepted", "part", "declined", "withdrawn"] as const;

export type ProposalOutcome = (typeof proposalOutcomes)[number];

/** A proposal as the account that sent it gets it. */
export const proposalSchema = /* @__PURE__ */ (() => {
  const id = v.pipe(v.number(), v.integer(), v.minValue(1));
  return v.object({
    id,
    place_id: id,
    version: v.pipe(id, v.description("version of the place that it was made for")),
    changes: placeChangeSchema,
    note: v.pipe(v.string(), v.description("empty without one")),
    at: instantSchema,
    decided_at: v.pipe(v.nullable(instantSchema), v.description("null while it waits")),
    outcome: v.nullable(v.picklist(proposalOutcomes)),
    accepted_fields: v.array(v.picklist(editFields)),
    reason: v.pipe(v.string(), v.description("reason of the decision; empty without one")),
  });
})();

export type Proposal = DeepReadonly<v.InferOutput<typeof proposalSchema>>;

/** Number of proposals or lines of history on one page. */
export const editsPerPage = 20;

/**
 * A decision on a proposal: it is accepted, whole or in the named fields alone, of which there is at least one,
 * or declined (docs/product#decision-on-a-proposal).
 */
export const proposalDecisionSchema = /* @__PURE__ */ (() =>
  v.pipe(
    v.object({
      outcome: v.picklist(["accepted", "declined"]),
      fields: v.optional(
        v.pipe(
          v.array(v.picklist(editFields)),
          v.minLength(1),
          v.description("fields that are accepted, the others are declined; without it, all"),
        ),
      ),
      reason: v.optional(writtenText(maxEditNoteLength), ""),
    }),
    v.description("A decision on a proposal"),
  ))();

export type ProposalDecision = DeepReadonly<v.InferOutput<typeof proposalDecisionSchema>>;

/** A field of a proposal beside the place's current value. */
export const comparedFieldSchema = /* @__PURE__ */ (() =>
  v.object({
    field: v.picklist(editFields),
    stored: v.pipe(v.unknown(), v.description("value of the place now")),
    from: v.pipe(v.unknown(), v.description("value for which the change was proposed")),
    to: v.pipe(v.unknown(), v.description("value that is proposed")),
    state: v.pipe(
      v.picklist(fieldStates),
      v.description(
        "open; done, where the place has the proposed value already; changed, where it has another one since",
      ),
    ),
  }))();

export type ComparedField = {
  readonly [Field in EditField]: {
    readonly field: Field;
    readonly stored: PlaceContent[Field];
    readonly from: PlaceContent[Field];
    readonly to: PlaceContent[Field];
    readonly state: FieldState;
  };
}[EditField];

/** Each field of a change beside the place's current value, in the order in which pages name them. */
export function compareFields(content: PlaceContent, change: PlaceChange): ComparedField[] {
  const states = meetChange(content, change);
  return changedFields(change).map(
    (field) =>
      ({
        field,
        stored: content[field],
        ...change[field],
        state: states.get(field),
      }) as ComparedField,
  );
}
