import type { PlaceChange } from "#domain/edits/place-change.ts";
import type { ModerationPart, ReportFilter } from "#domain/moderation/moderation-query.ts";
import type { ModeratedAccount, ModerationQueue } from "#domain/moderation/moderation-queue.ts";
import type {
  DecidedPart,
  ModerationIntent,
  ModerationRequest,
  SettledAs,
} from "#domain/moderation/moderation-request.ts";

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

/** Result of the route's action for the staff's forms. */
export type ModerationResult =
  | {
      readonly ok: true;
      readonly intent: ModerationIntent;
      /** Places, proposals or reports that were decided on, for intents that take several; empty otherwise. */
      readonly ids: readonly number[];
      /** Ids of places to accept or to open that do not exist any more. */
      readonly unknownIds: readonly number[];
      /** Number of those that were left as they were, since they have been changed. */
      readonly changedCount?: number;
      /** Versions of accepted places that were read, by id. */
      readonly versions?: Readonly<Record<number, number>>;
      /** List of what was settled or waits again. */
      readonly part?: DecidedPart;
      /** How it was settled. */
      readonly settled?: SettledAs;
      /** Account of which all that it sent was removed. */
      readonly accountId?: string;
      /** Number of entries that were decided on, where one id stands for all reports of a place. */
      readonly count?: number;
    }
  | {
      readonly ok: false;
      readonly intent: ModerationIntent | null;
      readonly code: ModerationFailureCode;
      /** List of what could not be settled. */
      readonly part?: DecidedPart;
      /** The request, to send it again while the database is unavailable; absent after other failures. */
      readonly request?: ModerationRequest;
      /** The place that was changed since it was read. */
      readonly conflict?: ChangedPlace;
    };

/** A place that was changed between reading and decision. */
export interface ChangedPlace {
  readonly country: string;
  /** Whether it is accepted by now. */
  readonly accepted: boolean;
  readonly changes: PlaceChange;
}

/** Result of a search for an account by its address. */
export type AccountSearch =
  | { readonly email: string; readonly account: ModeratedAccount }
  | { readonly email: string; readonly code: "error.invalidemail" | "error.usernotfound" };

/** Data of the moderation page. */
export interface ModerationPageData {
  readonly part: ModerationPart;
  /** Including the list of `part`. */
  readonly queue: ModerationQueue;
  /** Whether the viewer has the list of accounts: the administrator alone. */
  readonly seesAccounts: boolean;
  /** Filter of the reports of places or of reviews; empty for other lists. */
  readonly filter: ReportFilter;
  /** ISO 8601 instant an hour ago. */
  readonly hourAgo: string;
  /** ISO 8601 instant. */
  readonly renderedAt: string;
  /** Null without a search. */
  readonly search: AccountSearch | null;
}
