import type { PlaceChange } from "#domain/edits/place-change.ts";
import type { accountIntents, ModerationIntent, ModerationRequest } from "./moderation-request.ts";
import type { DecidedAs } from "./task-kinds.ts";

/** Codes of a failed form. */
export type ModerationFailureCode =
  | "error.signin"
  | "error.forbidden"
  | "error.notfound"
  | "error.duplicate"
  | "error.conflict"
  | "error.parameter"
  | "error.toomanyrequests"
  | "error.error"
  | "error.unavailable";

/** Result of a decision on entries of one kind, or of its undo. */
export type DecisionResult =
  | (DecidedAs & {
      readonly ok: true;
      readonly intent: "decide" | "undo";
      /** Entries that were decided on. */
      readonly ids: readonly number[];
      /** Ids of places that do not exist any more. */
      readonly unknownIds: readonly number[];
      /** Number of entries that were left as they were, since they have been changed. */
      readonly changedCount: number;
      /** Number of what was decided on, where one id stands for all reports of a place. */
      readonly count: number;
      /** Versions of accepted places that were read, by id. */
      readonly versions?: Readonly<Record<number, number>>;
    })
  | (Partial<DecidedAs> & {
      readonly ok: false;
      readonly intent: ModerationIntent | null;
      readonly code: ModerationFailureCode;
      /** The request, to send it again while the database is unavailable; absent after other failures. */
      readonly request?: ModerationRequest;
      /** The place that was changed since it was read. */
      readonly conflict?: ChangedPlace;
    });

/** Result of one of the staff's forms. */
export type ModerationResult =
  | DecisionResult
  | {
      readonly ok: true;
      readonly intent: (typeof accountIntents)[number];
      readonly accountId: string;
      /** Number of entries that could not be restored. */
      readonly changedCount: number;
    };

/** A place that was changed between reading and decision. */
export interface ChangedPlace {
  readonly country: string;
  /** Whether it is accepted by now. */
  readonly accepted: boolean;
  readonly changes: PlaceChange;
}
