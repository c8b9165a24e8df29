import type { ModerationPart } from "#domain/moderation/moderation-query.ts";
import type {
  ModeratedAccount,
  ModerationQueue,
  SentCounts,
} from "#domain/moderation/moderation-queue.ts";

/** Names of the administrator's forms. */
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

/** A request of one of the administrator's forms. */
export type ModerationRequest =
  | { readonly intent: "accept"; readonly ids: readonly number[] }
  | {
      readonly intent: "delete" | "restore" | "resolve-report" | "resolve-correction";
      readonly id: number;
    }
  | { readonly intent: "disable" | "enable" | "remove-sent"; readonly accountId: string };

/** Codes of a failed form. */
export type ModerationFailureCode =
  | "error.signin"
  | "error.forbidden"
  | "error.notfound"
  | "error.duplicate"
  | "error.parameter"
  | "error.toomanyrequests"
  | "error.error"
  | "error.unavailable";

/** Answer of the route's action to the administrator's forms. */
export type ModerationAnswer =
  | {
      readonly ok: true;
      readonly intent: ModerationIntent;
      /** Places, for `accept`, `delete` and `restore`; empty otherwise. */
      readonly placeIds: readonly number[];
      /** Ids of places to accept that do not exist any more. */
      readonly unknownIds: readonly number[];
    }
  | {
      readonly ok: false;
      readonly intent: ModerationIntent | null;
      readonly code: ModerationFailureCode;
      /** The request, to send it again while the database is away; absent after other failures. */
      readonly asked?: ModerationRequest;
    };

/** Result of a search for an account by its address. */
export type AccountSearch =
  | { readonly email: string; readonly account: ModeratedAccount; readonly sent: SentCounts }
  | { readonly email: string; readonly code: "error.invalidemail" | "error.usernotfound" };

/** Data of the moderation page. */
export interface ModerationPageData {
  readonly part: ModerationPart;
  /** Including the list of `part`. */
  readonly queue: ModerationQueue;
  /** Null without a search. */
  readonly search: AccountSearch | null;
}
