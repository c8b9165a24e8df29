import * as v from "valibot";
import { editFields } from "#domain/edits/place-change.ts";
import { reviewDecisions } from "#domain/feedback/review-report.ts";
import { maxId, parseId } from "#domain/place/place-id.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { closureSteps, decisionReasonSchema, isClosureStep, outcomes } from "./decision.ts";
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

/** Outcomes of what waits, by the list in which it does; staff decide on one entry or on several at once. */
const outcomesByPart = {
  proposals: ["accepted", "declined"],
  reports: [...outcomes, ...closureSteps],
  corrections: outcomes,
  reviews: reviewDecisions,
} as const;

export type DecidedPart = keyof typeof outcomesByPart;

/** A list and an outcome in it, such as `reports-done`. */
export type SettledAs = {
  [Part in DecidedPart]: `${Part}-${(typeof outcomesByPart)[Part][number]}`;
}[DecidedPart];

/** Lists of {@link outcomesByPart}. */
const decidedParts = Object.keys(outcomesByPart) as readonly DecidedPart[];

/** Forms about an account. */
const accountIntents = [
  "disable",
  "enable",
  "remove-sent",
  "restore-sent",
  "appoint",
  "dismiss",
] as const;

/** Names of the staff's forms (docs/product#moderation-page). */
export const moderationIntents = [
  "accept",
  "undo-accept",
  "open",
  "delete",
  "restore",
  "settle",
  "reopen",
  "decide-proposal",
  ...accountIntents,
] as const;

export type ModerationIntent = (typeof moderationIntents)[number];

/**
 * Request of one of the staff's forms. Its input has the texts of the form:
 *
 * - `ids`: each `id` of the form; several, but for `decide-proposal` and a step. Where an id is of a place that was
 *   seen, it can name its version (`12@3`); of a report it can name the newest report that was seen: the decision is on
 *   all of its place up to that one (`5@8`); of a review the time when it was written, in milliseconds.
 * - `part`: of `settle` and `reopen`, the list.
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
  /** Entries that staff saw, with their versions; null where the form names none. */
  const seenWith = (parseVersion?: (text: string) => number | null) =>
    v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.transform((text) => parseSeenPlace(text, parseVersion)),
          v.tuple([v.number(), v.nullable(v.number())]),
        ),
      ),
      v.minLength(1),
      v.transform((seen) => new Map(seen)),
      v.maxSize(maxPlacesAtOnce),
    );
  const seenPlaces = seenWith();
  const filter = v.optional(
    v.pipe(
      v.string(),
      v.transform(parseReportFilter),
      v.custom<ReportFilter>((parsed) => parsed !== null),
    ),
    "",
  );
  const accountId = v.pipe(v.string(), v.nonEmpty(), v.check(isHarmlessText));
  const settlementOf = <Part extends DecidedPart>(part: Part) => ({
    intent: v.literal("settle"),
    part: v.literal(part),
    outcome: v.picklist(outcomesByPart[part]),
    ids: seenPlaces,
    reason: decisionReasonSchema,
  });
  return v.variant("intent", [
    v.object({ intent: v.literal("restore"), ids }),
    v.object({ intent: v.literal("reopen"), part: v.picklist(decidedParts), ids }),
    v.variant("part", [
      v.pipe(v.object(settlementOf("proposals")), v.transform(withVersions)),
      v.pipe(
        v.object({ ...settlementOf("reports"), filter }),
        // A step is not undone, so it is made of one report.
        v.check(({ outcome, ids }) => !isClosureStep(outcome) || ids.size === 1),
        v.transform(withVersions),
      ),
      v.pipe(v.object(settlementOf("corrections")), v.transform(withVersions)),
      v.pipe(
        v.object({ ...settlementOf("reviews"), ids: seenWith(parseMilliseconds) }),
        v.transform(withVersions),
      ),
    ]),
    v.pipe(
      v.object({ intent: v.picklist(["accept", "undo-accept", "open"]), ids: seenPlaces }),
      v.transform(withVersions),
    ),
    v.pipe(
      v.object({
        intent: v.literal("delete"),
        ids: seenPlaces,
        waiting: v.optional(v.literal("1")),
        reason: decisionReasonSchema,
      }),
      v.transform(({ waiting, ...deletion }) => ({
        ...withVersions(deletion),
        isPending: waiting !== undefined,
      })),
    ),
    v.pipe(
      v.object({
        intent: v.literal("decide-proposal"),
        ids: v.pipe(ids, v.length(1)),
        outcome: v.picklist(outcomesByPart.proposals),
        fields: v.array(v.picklist(editFields)),
        version: v.pipe(v.string(), v.transform(parseId), v.number()),
        reason: decisionReasonSchema,
      }),
      v.check(({ outcome, fields }) => outcome === "declined" || fields.length > 0),
      v.transform(({ ids: [id], ...decided }) => ({ ...decided, id })),
    ),
    v.object({ intent: v.picklist(accountIntents), accountId }),
  ]);
})();

/** A form with the ids of entries that staff saw, and by id the versions that it names. */
function withVersions<Seen extends { readonly ids: ReadonlyMap<number, number | null> }>(
  form: Seen,
) {
  const named = [...form.ids].flatMap(([id, version]) => (version === null ? [] : [[id, version]]));
  const versions: Record<number, number> = Object.fromEntries(named);
  return { ...(form as Omit<Seen, "ids">), ids: [...form.ids.keys()], versions };
}

/** An instant as milliseconds since 1970, from 1 on; null where malformed. */
function parseMilliseconds(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** Id of a place in a form, with the version that staff saw: `12@3`. */
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
