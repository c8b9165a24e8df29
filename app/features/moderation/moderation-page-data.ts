import type { ModerationPart } from "#domain/moderation-query.ts";
import type { ModeratedAccount, ModerationQueue, SentCounts } from "#domain/moderation-queue.ts";

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
