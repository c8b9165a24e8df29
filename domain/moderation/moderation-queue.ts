import type { Place } from "#domain/place/place.ts";
import type { ModerationPart } from "./moderation-query.ts";

/** An account as the administrator gets it. */
export interface ModeratedAccount {
  readonly id: string;
  readonly email: string;
  /** Whether it can no longer sign in (docs/product#disabled-account). */
  readonly disabled: boolean;
  /** Whether it is the administrator's own, which cannot be disabled. */
  readonly own: boolean;
}

/** How much an account has sent that is still there, or waits still. */
export interface SentCounts {
  readonly places: number;
  readonly reviews: number;
  readonly reports: number;
  readonly corrections: number;
}

/** A place as the lists of moderation name it. */
export interface NamedPlace {
  readonly id: number;
  readonly country: string;
  readonly city: string;
  readonly address: string;
  readonly comments: string;
  readonly accepted: boolean;
}

/** A place near another one, which may be the same. */
export interface NearDuplicate extends NamedPlace {
  /** Metres. */
  readonly distance: number;
}

/** A place that waits to be accepted. */
export interface WaitingPlace extends Place {
  /** Who added it; null for an import and after the account was deleted. */
  readonly adder: ModeratedAccount | null;
  /** At most 5, nearest first. */
  readonly near_duplicates: readonly NearDuplicate[];
}

/** What someone says is wrong with a place. */
export interface WaitingReport {
  readonly id: number;
  /** As it is described now, to be judged together with the report. */
  readonly place: Place;
  readonly reason: "closed" | "hours" | "position" | "other";
  /** Empty where nothing was written. */
  readonly text: string;
  readonly at: string;
  readonly sender: ModeratedAccount | null;
}

/** A correction of an address that someone sent. */
export interface WaitingCorrection {
  readonly id: number;
  readonly action: string;
  readonly reason: string;
  readonly longitude: number;
  readonly latitude: number;
  /** What should be different, by the names of the address's fields. */
  readonly changes: unknown;
  readonly place_name: string;
  readonly at: string;
  readonly sender: ModeratedAccount | null;
}

/** A place that was deleted and can still be restored. */
export interface DeletedPlace extends NamedPlace {
  readonly deleted_at: string;
  /** Address of who deleted it; null where that account is gone. */
  readonly deleted_by_email: string | null;
  /** Days left to restore it, begun ones included. */
  readonly days_left: number;
}

/** One line of the audit trail. */
export interface AuditLine {
  readonly id: number;
  readonly at: string;
  /** `accept-place` for instance. */
  readonly action: string;
  /** Account that acted; null when the server did, or after the account was deleted. */
  readonly actor: string | null;
  readonly actor_email: string | null;
  readonly place_id: number | null;
  /** Null where there is no place in it, or the place is gone for good. */
  readonly place: (NamedPlace & { readonly deleted: boolean }) | null;
  /** Account that it was done to or about. */
  readonly user_id: string | null;
  readonly user_email: string | null;
}

/** One page of each list. */
interface ModerationLists {
  /** Oldest first, as reports and corrections. */
  readonly waiting: readonly WaitingPlace[];
  readonly reports: readonly WaitingReport[];
  readonly corrections: readonly WaitingCorrection[];
  /** Last deleted first. */
  readonly deleted: readonly DeletedPlace[];
  /** The disabled ones, by address. */
  readonly accounts: readonly ModeratedAccount[];
  /** Newest first, at most the last `maxAuditLines`. */
  readonly audit: readonly AuditLine[];
}

/** What the administrator has to look at: the lists that were asked for, and how long all of them are. */
export interface ModerationQueue extends Partial<ModerationLists> {
  readonly page: number;
  readonly per_page: number;
  readonly totals: Readonly<Record<ModerationPart, number>>;
}

/** So far back the audit trail can be paged. */
export const maxAuditLines = 1000;

/** So many near duplicates are named with a place that waits. */
export const maxNearDuplicates = 5;

/** Every action that the audit trail is written with; an older or newer version may have others. */
const auditActions = [
  "accept-place",
  "delete-place",
  "restore-place",
  "purge-place",
  "set-position",
  "delete-review",
  "resolve-report",
  "resolve-correction",
  "disable-account",
  "enable-account",
  "remove-sent",
] as const;

export type AuditAction = (typeof auditActions)[number];

/** Whether it is an action that we know, and have a word for. */
export function isAuditAction(action: string): action is AuditAction {
  return auditActions.some((known) => known === action);
}
