import type { Place } from "#domain/place/place.ts";
import type { ModerationPart } from "./moderation-query.ts";

/** An account as the administrator sees it. */
export interface ModeratedAccount {
  readonly id: string;
  readonly email: string;
  /** Whether it is disabled and cannot sign in (docs/product#disabled-account). */
  readonly disabled: boolean;
  /** Whether it is the administrator's account, which cannot be disabled. */
  readonly own: boolean;
}

/** Numbers of an account's entries that still exist or still wait. */
export interface SentCounts {
  readonly places: number;
  readonly reviews: number;
  readonly reports: number;
  readonly corrections: number;
}

/** A place as the moderation lists name it. */
export interface NamedPlace {
  readonly id: number;
  readonly country: string;
  readonly city: string;
  readonly address: string;
  readonly comments: string;
  readonly accepted: boolean;
}

/** A place near another one; the two may be the same. */
export interface NearDuplicate extends NamedPlace {
  /** Metres. */
  readonly distance: number;
}

/** A place that waits to be accepted. */
export interface WaitingPlace extends Place {
  /** Account that added it; null for an import and after the account was deleted. */
  readonly adder: ModeratedAccount | null;
  /** At most 5, nearest first. */
  readonly near_duplicates: readonly NearDuplicate[];
}

/** A visitor's report that waits. */
export interface WaitingReport {
  readonly id: number;
  /** The place's current data, to judge the report by. */
  readonly place: Place;
  readonly reason: "closed" | "hours" | "position" | "other";
  /** Empty where the report has no text. */
  readonly text: string;
  readonly at: string;
  readonly sender: ModeratedAccount | null;
}

/** A visitor's correction of an address that waits. */
export interface WaitingCorrection {
  readonly id: number;
  readonly action: string;
  readonly reason: string;
  readonly longitude: number;
  readonly latitude: number;
  /** New values by the address's field names. */
  readonly changes: unknown;
  readonly place_name: string;
  readonly at: string;
  readonly sender: ModeratedAccount | null;
}

/** A place that was deleted and can still be restored. */
export interface DeletedPlace extends NamedPlace {
  readonly deleted_at: string;
  /** E-mail address of the account that deleted it; null where that account is gone. */
  readonly deleted_by_email: string | null;
  /** Days left to restore it, rounded up. */
  readonly days_left: number;
}

/** One line of the audit trail (docs/product#audit-trail). */
export interface AuditLine {
  readonly id: number;
  readonly at: string;
  /** Such as `accept-place`. */
  readonly action: string;
  /** Account that acted; null when the server did, or after the account was deleted. */
  readonly actor: string | null;
  readonly actor_email: string | null;
  readonly place_id: number | null;
  /** Null where the action is not about a place, or the place is gone for good. */
  readonly place: (NamedPlace & { readonly deleted: boolean }) | null;
  /** Account that the action is about. */
  readonly user_id: string | null;
  readonly user_email: string | null;
}

/** One page of each list. */
interface ModerationLists {
  /** Oldest first, like reports and corrections. */
  readonly waiting: readonly WaitingPlace[];
  readonly reports: readonly WaitingReport[];
  readonly corrections: readonly WaitingCorrection[];
  /** Last deleted first. */
  readonly deleted: readonly DeletedPlace[];
  /** Disabled accounts, by e-mail address. */
  readonly accounts: readonly ModeratedAccount[];
  /** Newest first, at most the last `maxAuditLines`. */
  readonly audit: readonly AuditLine[];
}

/** The administrator's moderation page: the requested lists, and the length of every list. */
export interface ModerationQueue extends Partial<ModerationLists> {
  readonly page: number;
  readonly per_page: number;
  readonly totals: Readonly<Record<ModerationPart, number>>;
}

/** Maximum number of lines that the audit trail shows, over all pages (docs/product#audit-trail). */
export const maxAuditLines = 1000;

/** Maximum number of near duplicates shown with a waiting place (docs/product#moderation-page). */
export const maxNearDuplicates = 5;

/** Every action of the audit trail; an older or newer version may write others. */
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

/** Whether an action is known, so that the page has a word for it. */
export function isAuditAction(action: string): action is AuditAction {
  return auditActions.some((known) => known === action);
}
