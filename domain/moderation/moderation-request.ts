import * as v from "valibot";
import { editFields } from "#domain/edits/place-change.ts";
import { maxId, parseId } from "#domain/place/place-id.ts";
import { isHarmlessText, writtenText } from "#domain/text/entered-text.ts";
import { maxDecisionReasonLength } from "#domain/text/text-limits.ts";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { flag } from "#domain/validation/parse-query.ts";
import { isClosureStep } from "./decision.ts";
import { parseReportFilter, type ReportFilter } from "./moderation-query.ts";
import { type DecidedAs, type DecidedKind, outcomesByKind } from "./task-kinds.ts";

/** Reason of a decision, for the contributor; may be empty. */
const decisionReasonSchema = /* @__PURE__ */ (() =>
  v.pipe(
    writtenText(maxDecisionReasonLength),
    v.description("what the contributor is told about the decision"),
  ))();

/** Query of a request that deletes a place. */
export const deletionQuerySchema = /* @__PURE__ */ (() =>
  v.object({
    reason: v.optional(decisionReasonSchema, ""),
    waiting: flag("deletes the place only where it still waits for acceptance"),
  }))();

/** Maximum number of entries that one request decides on (docs/product#acceptance). */
const maxPlacesAtOnce = 100;

/** Body with ids and further entries; without ids its only error is that of `ids`, even for a non-object. */
/* @__NO_SIDE_EFFECTS__ */
function manyPlacesWith<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(
    v.unknown(),
    v.transform((body) => (typeof body === "object" ? (body ?? {}) : {})),
    v.object({
      ids: v.pipe(
        v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxId))),
        v.minLength(1),
        v.transform((ids) => [...new Set(ids)]),
        v.maxLength(maxPlacesAtOnce),
      ),
      ...entries,
    }),
  );
}

/**
 * Body of a request that reopens several places: 1 to `maxPlacesAtOnce` ids. A repeated id counts once; other
 * fields are ignored.
 */
export const manyPlacesSchema = /* @__PURE__ */ (() => manyPlacesWith({}))();

/** Body of a request that accepts several places: that of {@link manyPlacesSchema}, and the versions that staff saw. */
export const acceptManySchema = /* @__PURE__ */ (() =>
  manyPlacesWith({
    versions: v.optional(
      v.pipe(
        v.record(
          v.pipe(v.string(), v.regex(/^[1-9]\d*$/)),
          v.pipe(v.number(), v.integer(), v.minValue(1)),
        ),
        v.description(
          "versions of the places as they were read, by id; one that was changed since waits on",
        ),
      ),
      {},
    ),
  }))();

const foundIds = /* @__PURE__ */ (() => v.array(v.pipe(v.number(), v.integer(), v.minValue(1))))();

/**
 * Response to acceptance: ids of the accepted places, of those not found, and of those that are still pending
 * because they have been changed.
 */
export const acceptedManySchema = /* @__PURE__ */ (() =>
  v.object({ accepted: foundIds, unknown: foundIds, changed: foundIds }))();

/** Response to reopening. */
export const openedManySchema = /* @__PURE__ */ (() =>
  v.object({ opened: foundIds, unknown: foundIds }))();

/** Forms about an account. */
export const accountIntents = [
  "disable",
  "enable",
  "remove-sent",
  "restore-sent",
  "appoint",
  "dismiss",
] as const;

/** Names of the staff's forms (docs/product#moderation-page): a decision, its undo, and those about an account. */
export const moderationIntents = ["decide", "undo", ...accountIntents] as const;

export type ModerationIntent = (typeof moderationIntents)[number];

/**
 * Request of one of the staff's forms. Its input has the texts of the form:
 *
 * - `kind` and `outcome`: what is decided on, and how; of an undo, how it was decided.
 * - `ids`: each `id` of the form; one of a step. It can name the version that was seen: of a place or a proposal that
 *   of the place (`12@3`); of a report the newest report that was seen: the decision is on all of its place up to that
 *   one (`5@8`); of a review the time when it was written, in milliseconds;
 *   of a row the place that it is (`7@12`).
 * - `filter`: of reports, what let those through that were seen.
 * - `reason`: text for the contributor.
 * - `byField`: present where `fields` are the accepted fields of a proposal, at least one.
 * - `accountId`: id of an account.
 */
export const moderationRequestSchema = /* @__PURE__ */ (() => {
  const ids = v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.transform((text) => parseSeenPlace(text, parseMilliseconds)),
        v.tuple([v.number(), v.nullable(v.number())]),
      ),
    ),
    v.minLength(1),
    v.transform((seen) => new Map(seen)),
    v.maxSize(maxPlacesAtOnce),
  );
  const filter = v.optional(
    v.pipe(
      v.string(),
      v.transform(parseReportFilter),
      v.custom<ReportFilter>((parsed) => parsed !== null),
    ),
    "",
  );
  return v.variant("intent", [
    v.pipe(
      v.object({
        intent: v.picklist(["decide", "undo"]),
        kind: v.picklist(Object.keys(outcomesByKind) as DecidedKind[]),
        outcome: v.picklist(Object.values(outcomesByKind).flat()),
        ids,
        filter,
        reason: decisionReasonSchema,
        byField: v.optional(v.literal("1")),
        fields: v.array(v.picklist(editFields)),
      }),
      v.check(
        ({ kind, outcome, ids, byField, fields }) =>
          outcomesByKind[kind].some((known) => known === outcome) &&
          (kind === "reviews" || [...ids.values()].every((version) => (version ?? 1) <= maxId)) &&
          (outcome !== "same" || [...ids.values()].every((place) => place !== null)) &&
          // A step is not undone, so it is made of one report.
          (kind !== "reports" || !isClosureStep(outcome) || ids.size === 1) &&
          (byField === undefined || outcome === "declined" || fields.length > 0),
      ),
      v.transform(({ kind, outcome, ids, byField, fields, ...form }) => {
        const versions = [...ids].flatMap(([id, version]) => (version ? [[id, version]] : []));
        return {
          ...form,
          ...({ kind, outcome } as DecidedAs),
          ids: [...ids.keys()],
          versions: Object.fromEntries(versions) as Record<number, number>,
          /** Null for all. */
          fields: byField === undefined ? null : fields,
        };
      }),
    ),
    v.object({
      intent: v.picklist(accountIntents),
      accountId: v.pipe(v.string(), v.nonEmpty(), v.check(isHarmlessText)),
    }),
  ]);
})();

/** Positive integer of up to 15 digits, such as an instant as milliseconds since 1970; null where malformed. */
function parseMilliseconds(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** Id in a form, with the version that staff saw: `12@3`. */
export function seenPlaceText(id: number, version?: number): string {
  return version === undefined ? String(id) : `${id}@${version}`;
}

/** Id, null where malformed, and version, null where absent and NaN where malformed. */
export function parseSeenPlace(
  text: string,
  parseVersion: (text: string) => number | null = parseId,
): [number | null, number | null] {
  const [id, version, ...others] = text.split("@");
  if (version === undefined) return [parseId(id), null];
  return [parseId(id), others.length > 0 ? Number.NaN : (parseVersion(version) ?? Number.NaN)];
}

export type ModerationRequest = DeepReadonly<v.InferOutput<typeof moderationRequestSchema>>;

/** A decision on entries of one kind, or its undo. */
export type DecisionRequest = Extract<ModerationRequest, { readonly intent: "decide" | "undo" }>;
