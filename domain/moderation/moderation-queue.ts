import * as v from "valibot";
import { type ComparedField, comparedFieldSchema } from "#domain/edits/proposal.ts";
import { storedReportReasons } from "#domain/feedback/report.ts";
import { reviewSchema } from "#domain/feedback/review.ts";
import { reviewReportReasons } from "#domain/feedback/review-report.ts";
import { placeSchema } from "#domain/place/place.ts";
import type { RowTask } from "#domain/source-list/import-view.ts";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { instantSchema } from "#domain/validation/instant-schema.ts";
import { recordOf } from "#domain/validation/record-of.ts";
import {
  type ModerationPart,
  maxCardReports,
  moderationParts,
  moderationPerPage,
} from "./moderation-query.ts";
import { spamSigns } from "./spam-signs.ts";
import type { TaskKind } from "./task-kinds.ts";

/** The staff's moderation page: the requested lists, and the length of every list. */
export const moderationQueueSchema = /* @__PURE__ */ (() => {
  const id = v.pipe(v.number(), v.integer(), v.minValue(1));
  const count = v.pipe(v.number(), v.integer(), v.minValue(0));
  const account = v.object({
    id: v.string(),
    email: v.string(),
    email_verified: v.boolean(),
    /** Whether it is disabled and cannot sign in (docs/product#disabled-account). */
    disabled: v.boolean(),
    /** Time since which it is a moderator's (docs/product#moderators); null for others. */
    moderator_since: v.nullable(instantSchema),
    /** Whether it is the administrator's account, which cannot be disabled. */
    own: v.boolean(),
    sent: v.optional(
      v.pipe(
        v.object({
          places: count,
          proposals: count,
          reviews: count,
          reports: count,
          corrections: count,
        }),
        v.description(
          "what it has sent and the administrator can remove; absent in the lists of accounts",
        ),
      ),
    ),
  });
  /** Account of a sender or actor; null where it was deleted. */
  const forAdministrator = <Schema extends v.GenericSchema>(schema: Schema) =>
    v.optional(v.pipe(v.nullable(schema), v.description("administrator only; null for none")));
  const report = v.object({
    id,
    reason: v.picklist(storedReportReasons),
    /** Empty where the report has no text. */
    text: v.string(),
    at: instantSchema,
    /** Reported day of reopening. */
    opens_on: v.optional(v.pipe(v.string(), v.isoDate())),
    closing: v.optional(
      v.pipe(
        v.object({ opens_on: v.optional(v.pipe(v.string(), v.isoDate())) }),
        v.description(
          "how staff can close the place for now by it, until a day or out of order; absent where it is of another matter",
        ),
      ),
    ),
    sender: forAdministrator(account),
    by_visitor: v.pipe(v.boolean(), v.description("whether a visitor without an account sent it")),
    by_import: v.pipe(
      v.boolean(),
      v.description(
        "whether an import sent it: OpenStreetMap has the place no more, and people have said something of it here",
      ),
    ),
    proved: v.pipe(
      v.boolean(),
      v.description("whether more of its sender's reports proved true than did not"),
    ),
  });
  const named = v.object({
    id,
    country: v.string(),
    city: v.string(),
    address: v.string(),
    comments: v.string(),
    accepted: v.boolean(),
  });
  return v.pipe(
    v.object({
      page: id,
      per_page: v.literal(moderationPerPage),
      totals: v.object(recordOf(moderationParts, () => count)),
      /** Pending places, oldest first, like reports and corrections. */
      waiting: v.optional(
        v.array(
          v.object({
            ...placeSchema.entries,
            /** Account that added it; null for an import and after the account was deleted. */
            adder: forAdministrator(account),
            spam_signs: v.pipe(
              v.array(v.picklist(spamSigns)),
              v.description("what looks like spam; nothing is decided by it"),
            ),
            /** At most 5, nearest first; the two may be the same place. */
            near_duplicates: v.array(
              v.object({
                ...named.entries,
                distance: v.pipe(v.number(), v.description("metres")),
              }),
            ),
          }),
        ),
      ),
      /** Pending proposals. */
      proposals: v.optional(
        v.array(
          v.object({
            id,
            /** Current place; its version identifies it in a decision. */
            place: placeSchema,
            version: v.pipe(id, v.description("version of the place that it was made for")),
            fields: v.array(comparedFieldSchema),
            /** Empty where it has none. */
            note: v.string(),
            at: instantSchema,
            sender: forAdministrator(account),
          }),
        ),
      ),
      /** Visitors' pending reports: those of people whose word proved true first, then the oldest first. */
      reports: v.optional(
        v.array(
          v.object({
            ...report.entries,
            /** The place's current data, to judge the report by. */
            place: placeSchema,
          }),
        ),
      ),
      /** The same by place, in place of `reports`, with `by_place` (docs/product#reports-of-one-place). */
      reported_places: v.optional(
        v.array(
          v.object({
            place: placeSchema,
            count: v.pipe(id, v.description("number of its reports")),
            by_accounts: v.pipe(count, v.description("number of those by accounts")),
            first: v.pipe(instantSchema, v.description("time of the oldest one")),
            last: v.pipe(instantSchema, v.description("time of the newest one")),
            newest: v.pipe(id, v.description("highest id of them")),
            /** Number of its reports for each reason, the commonest first. */
            reasons: v.array(v.object({ reason: v.picklist(storedReportReasons), count: id })),
            reports: v.pipe(v.array(report), v.minLength(1), v.maxLength(maxCardReports)),
          }),
        ),
      ),
      found: v.optional(
        v.pipe(
          count,
          v.description(
            "number of the reports, or with by_place of the places, that the filters let through; with part=reviews, of the reviews",
          ),
        ),
      ),
      /** Visitors' pending corrections of an address. */
      corrections: v.optional(
        v.array(
          v.object({
            id,
            action: v.string(),
            reason: v.string(),
            longitude: v.number(),
            latitude: v.number(),
            /** New values by the address's field names. */
            changes: v.unknown(),
            place_name: v.string(),
            /** Place of that name near the point; null where there is none. */
            place_id: v.nullable(id),
            at: instantSchema,
            sender: forAdministrator(account),
          }),
        ),
      ),
      /** Reported reviews, with their other reports too, in the order of the first of these in that of `reports`. */
      reviews: v.optional(
        v.array(
          v.object({
            id: v.pipe(id, v.description("of the review")),
            place: named,
            rating: reviewSchema.entries.rating,
            text: v.string(),
            added: instantSchema,
            changed: v.pipe(
              v.boolean(),
              v.description("whether its author has changed it since it was reported first"),
            ),
            author: forAdministrator(account),
            count: v.pipe(id, v.description("number of its reports")),
            reports: v.pipe(
              v.array(
                v.object({
                  reason: v.picklist(reviewReportReasons),
                  text: v.string(),
                  said: v.optional(
                    v.pipe(
                      v.object({ rating: reviewSchema.entries.rating, text: v.string() }),
                      v.description(
                        "what the review said then; present where it says something else",
                      ),
                    ),
                  ),
                  at: instantSchema,
                  by_visitor: v.boolean(),
                  by_rule: v.pipe(
                    v.boolean(),
                    v.description("reported by the product: its text waits until staff keep it"),
                  ),
                  sender: forAdministrator(account),
                  proved: report.entries.proved,
                }),
              ),
              v.minLength(1),
              v.maxLength(maxCardReports),
            ),
          }),
        ),
      ),
      /**
       * Places that are closed for now, and those with held reports (docs/product#places-that-are-closed); places
       * closed by staff come last.
       */
      closed: v.optional(
        v.array(
          v.object({
            place: placeSchema,
            reports: v.pipe(count, v.description("waiting reports that it is closed")),
          }),
        ),
      ),
      /** Places that were deleted and can still be restored, last deleted first. */
      deleted: v.optional(
        v.array(
          v.object({
            ...named.entries,
            deleted_at: instantSchema,
            /** Account that deleted it; null where that account was deleted. */
            deleted_by_email: forAdministrator(v.string()),
            /** Days left to restore it, rounded up. */
            days_left: count,
          }),
        ),
      ),
      /** Disabled accounts, by e-mail address. */
      accounts: v.optional(v.pipe(v.array(account), v.description("administrator only"))),
      /** All moderators, by e-mail address, with the disabled accounts. */
      moderators: v.optional(v.pipe(v.array(account), v.description("administrator only"))),
      /** Lines of the audit trail (docs/product#audit-trail), newest first, at most `maxAuditLines`. */
      audit: v.optional(
        v.array(
          v.object({
            id,
            at: instantSchema,
            /** Such as `accept-place`. */
            action: v.string(),
            /** Account that acted; null when the server did, or after the account was deleted. */
            actor: forAdministrator(v.string()),
            actor_email: forAdministrator(v.string()),
            place_id: v.nullable(v.pipe(v.number(), v.integer())),
            /** Null where the action is not about a place, or the place was deleted permanently. */
            place: v.nullable(v.object({ ...named.entries, deleted: v.boolean() })),
            /** Account that the action is about. */
            user_id: forAdministrator(v.string()),
            user_email: forAdministrator(v.string()),
          }),
        ),
      ),
    }),
    v.description("One page of each requested list, and the lengths of all lists"),
  );
})();

export type ModerationQueue = DeepReadonly<v.InferOutput<typeof moderationQueueSchema>>;

type EntryOf<Part extends Exclude<ModerationPart, "rows">> = NonNullable<
  ModerationQueue[Part]
>[number];

export type PendingPlace = EntryOf<"waiting">;
export type NearDuplicate = PendingPlace["near_duplicates"][number];
export type PendingProposal = Omit<EntryOf<"proposals">, "fields"> & {
  readonly fields: readonly ComparedField[];
};
export type PendingReport = EntryOf<"reports">;
export type ReportedPlace = NonNullable<ModerationQueue["reported_places"]>[number];
export type PendingCorrection = EntryOf<"corrections">;
export type ReportedReview = EntryOf<"reviews">;
export type ClosedPlace = EntryOf<"closed">;
export type DeletedPlace = EntryOf<"deleted">;
export type AuditLine = EntryOf<"audit">;

/** What a task is about, by its kind. */
export interface TaskEntries {
  readonly waiting: PendingPlace;
  readonly proposals: PendingProposal;
  /** All reports of one place. */
  readonly reports: ReportedPlace;
  readonly corrections: PendingCorrection;
  readonly reviews: ReportedReview;
  /** Rows of a town's list that staff have to look at. */
  readonly rows: RowTask;
}

/** Something that waits for staff (docs/product#moderation-page). */
export type Task = {
  readonly [Kind in TaskKind]: { readonly kind: Kind; readonly entry: TaskEntries[Kind] };
}[TaskKind];

/** Account in the administrator's lists. */
export type ModeratedAccount = EntryOf<"accounts">;

/** Place in the moderation lists. */
export type NamedPlace = Omit<NearDuplicate, "distance">;

/** Number of an account's entries that still exist or are pending. */
export type SentCounts = NonNullable<ModeratedAccount["sent"]>;

/** Actions of the audit trail; older or newer versions may write others. */
const auditActions = [
  "accept-place",
  "undo-accept-place",
  "delete-place",
  "restore-place",
  "purge-place",
  // By an import (docs/product#removal-in-openstreetmap).
  "import-delete-place",
  "import-restore-place",
  "set-position",
  "edit-place",
  "accept-proposal",
  "decline-proposal",
  "reopen-proposal",
  "take-back",
  "empty-edit",
  "delete-review",
  "keep-review",
  "reopen-review",
  "resolve-report",
  "reopen-report",
  "close-place",
  "open-place",
  "resolve-correction",
  "reopen-correction",
  "disable-account",
  "enable-account",
  "appoint-moderator",
  "dismiss-moderator",
  "remove-sent",
  "restore-sent",
  // Of source lists; the undo also of each place that it deletes.
  "import-list",
  "undo-list-import",
  "forget-list",
  "decide-list-row",
] as const;

export type AuditAction = (typeof auditActions)[number];

/** Whether an action is known, so that the page has a label for it. */
export function isAuditAction(action: string): action is AuditAction {
  return auditActions.some((known) => known === action);
}
