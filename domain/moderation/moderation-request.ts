import * as v from "valibot";
import { editFields } from "#domain/edits/place-change.ts";
import { reviewDecisionSchema } from "#domain/feedback/review-report.ts";
import { maxId, parseId } from "#domain/place/place-id.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { closureSteps, decisionReasonSchema, outcomes } from "./decision.ts";
import { parseReportFilter, type ReportFilter } from "./moderation-query.ts";

/** Maximum number of places that one request decides on (docs/product#acceptance). */
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

/** Body with ids and further entries; without ids its only error is that of `ids`, even for a non-object. */
/* @__NO_SIDE_EFFECTS__ */
function manyPlacesWith<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(
    v.unknown(),
    v.transform((body) => (typeof body === "object" ? (body ?? {}) : {})),
    v.object({
      ids: distinctIds(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxId))),
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

/** Forms about entries of a list: places, a report or a correction. */
const entryIntents = ["delete", "restore", "resolve-report", "resolve-correction"] as const;

/** Form about a reported review. */
const reviewIntent = "settle-review";

/** Forms about an account. */
const accountIntents = ["disable", "enable", "remove-sent", "appoint", "dismiss"] as const;

/** Names of the staff's forms (docs/product#moderation-page). */
export const moderationIntents = [
  "accept",
  "undo-accept",
  "open",
  ...entryIntents,
  reviewIntent,
  "decide-proposal",
  "accept-proposals",
  "decline-proposals",
  "reopen-proposals",
  "resolve-reports",
  "decline-reports",
  "reopen-reports",
  ...accountIntents,
] as const;

export type ModerationIntent = (typeof moderationIntents)[number];

/**
 * Request of one of the staff's forms. Its input has the texts of the form:
 *
 * - `ids`: each `id` of the form. `accept`, `undo-accept`, `open`, `delete`, `restore`, and all about `proposals` or
 *   `reports`, take several. Where an id is of a place that was seen, it can name its version (`12@3`). That of a report
 *   can name the newest report that was seen: the decision is on all of its place up to that one (`5@8`).
 * - `filter`: of reports, what let those through that were seen.
 * - `waiting`: present where places are deleted only while they are pending.
 * - `accountId`: id of an account.
 * - `outcome`: of a form that settles something; of a report also a step that closes or reopens its place.
 * - `reason`: text for the contributor.
 * - `fields`: for a proposal, the accepted fields, at least one.
 * - `version`: for a proposal, version of the place that the form shows.
 */
export const moderationRequestSchema = /* @__PURE__ */ (() => {
  const ids = distinctIds(v.pipe(v.string(), v.transform(parseId), v.number()));
  /** Versions of the places that staff saw, by id; null where the form names none. */
  const seenPlaces = v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.transform(parseSeenPlace),
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
  const accountId = v.pipe(v.string(), v.nonEmpty(), v.check(isHarmlessText));
  return v.variant("intent", [
    v.object({ intent: v.picklist(["restore", "reopen-proposals", "reopen-reports"]), ids }),
    v.pipe(
      v.object({ intent: v.literal("resolve-reports"), ids: seenPlaces, filter }),
      v.transform(({ intent, ...seen }) => ({ intent, ...seenReportsOf(seen) })),
    ),
    v.pipe(
      v.object({
        intent: v.literal("decline-reports"),
        ids: seenPlaces,
        filter,
        reason: decisionReasonSchema,
      }),
      v.transform(({ intent, reason, ...seen }) => ({ intent, reason, ...seenReportsOf(seen) })),
    ),
    v.pipe(
      v.object({
        intent: v.picklist(["accept", "undo-accept", "open", "accept-proposals"]),
        ids: seenPlaces,
      }),
      v.transform(({ intent, ids: seen }) => ({
        intent,
        ids: [...seen.keys()],
        versions: versionsOf(seen),
      })),
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
        ids: seenPlaces,
        waiting: v.optional(v.literal("1")),
        reason: decisionReasonSchema,
      }),
      v.transform(({ intent, ids: seen, waiting, reason }) => ({
        ...{ intent, ids: [...seen.keys()], versions: versionsOf(seen) },
        ...{ isPending: waiting !== undefined, reason },
      })),
    ),
    v.pipe(
      v.object({
        intent: v.literal("resolve-report"),
        ids: v.pipe(seenPlaces, v.size(1)),
        filter,
        outcome: v.picklist([...outcomes, ...closureSteps]),
        reason: decisionReasonSchema,
      }),
      v.transform(({ ids, filter, ...settled }) => ({
        ...settled,
        ...seenReportsOf({ ids, filter }),
      })),
    ),
    v.pipe(
      v.object({
        intent: v.literal("resolve-correction"),
        ids: v.pipe(ids, v.length(1)),
        outcome: v.picklist(outcomes),
        reason: decisionReasonSchema,
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
        reason: decisionReasonSchema,
      }),
      v.check(({ outcome, fields }) => outcome === "declined" || fields.length > 0),
      v.transform(({ ids: [id], ...decided }) => ({ ...decided, id })),
    ),
    v.pipe(
      v.object({
        intent: v.literal("decline-proposals"),
        ids: seenPlaces,
        reason: decisionReasonSchema,
      }),
      v.transform(({ ids: seen, ...decided }) => {
        return { ...decided, ids: [...seen.keys()], versions: versionsOf(seen) };
      }),
    ),
    v.object({ intent: v.picklist(accountIntents), accountId }),
  ]);
})();

function versionsOf(seen: ReadonlyMap<number, number | null>): Record<number, number> {
  return Object.fromEntries(
    [...seen].flatMap(([id, version]) => (version === null ? [] : [[id, version]])),
  );
}

/** Reports of a form: their ids, the newest one that was seen of their places by id, and what let them through. */
function seenReportsOf({
  ids,
  filter,
}: {
  readonly ids: ReadonlyMap<number, number | null>;
  readonly filter: ReportFilter;
}) {
  return { ids: [...ids.keys()], versions: versionsOf(ids), filter };
}

/** Id of a place in a form, with the version that staff saw: `12@3`. */
export function seenPlaceText(id: number, version?: number): string {
  return version === undefined ? String(id) : `${id}@${version}`;
}

/** Id, null where malformed, and version, null where absent and NaN where malformed. */
export function parseSeenPlace(text: string): [number | null, number | null] {
  const [id, version, ...others] = text.split("@");
  if (version === undefined) return [parseId(id), null];
  return [parseId(id), others.length > 0 ? Number.NaN : (parseId(version) ?? Number.NaN)];
}

export type ModerationRequest = DeepReadonly<v.InferOutput<typeof moderationRequestSchema>>;
