import type { ModerationPart } from "#domain/moderation/moderation-query.ts";
import type {
  ModeratedAccount,
  ModerationQueue,
  SentCounts,
} from "#domain/moderation/moderation-queue.ts";

/** What the administrator's forms ask for. */
export const moderationIntents = [
  "accept",
  "delete",
  "restore",
  "resolve-report",
  "resolve-correction",
  "disable",
  "enable",
  "remove-sent",
] as const;

export type ModerationIntent = (typeof moderationIntents)[number];

/** Why one of these did not work. */
export type ModerationFailureCode =
  | "error.signin"
  | "error.forbidden"
  | "error.notfound"
  | "error.duplicate"
  | "error.parameter"
  | "error.toomanyrequests"
  | "error.error"
  | "error.unavailable";

/** What the route's action answers to the administrator's forms. */
export type ModerationAnswer =
  | {
      readonly ok: true;
      readonly intent: ModerationIntent;
      /** Places, for `accept`, `delete` and `restore`; empty otherwise. */
      readonly placeIds: readonly number[];
      /** Ids that were to be accepted and do not exist any more. */
      readonly unknownIds: readonly number[];
    }
  | {
      readonly ok: false;
      readonly intent: ModerationIntent | null;
      readonly code: ModerationFailureCode;
    };

/** What a search for an account by its address has found. */
export type AccountSearch =
  | { readonly email: string; readonly account: ModeratedAccount; readonly sent: SentCounts }
  | { readonly email: string; readonly code: "error.invalidemail" | "error.usernotfound" };

/** What the moderation page shows. */
export interface ModerationPageData {
  readonly part: ModerationPart;
  /** With the list of `part`. */
  readonly queue: ModerationQueue;
  /** Null where nobody searched. */
  readonly search: AccountSearch | null;
}

const statuses: Record<ModerationFailureCode, number> = {
  "error.signin": 401,
  "error.forbidden": 403,
  "error.notfound": 404,
  "error.duplicate": 409,
  "error.parameter": 422,
  "error.toomanyrequests": 429,
  "error.error": 500,
  "error.unavailable": 503,
};

/** The HTTP status of an answer that shows the failure. */
export function failureStatus(code: ModerationFailureCode): number {
  return statuses[code];
}
