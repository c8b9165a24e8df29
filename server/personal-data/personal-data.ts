import { type RawBuilder, sql } from "kysely";
import type { Schema } from "#server/database/schema.ts";

/** Lists of an account's export. */
export type ExportedList =
  | (
      | "sign_in_methods"
      | "sessions"
      | "accepted_terms"
      | "places"
      | "reviews"
      | "confirmations"
      | "observations"
    )
  | ("reports" | "corrections" | "review_reports" | "removed_reviews" | "edits" | "proposals");

/** Column that names an account. */
export interface PersonalColumn {
  /**
   * Relation of the row to the account: `owner` of data about the account itself, `sender` of a contribution, `staff`
   * that decided, `subject` of an audit line.
   */
  readonly role: "owner" | "sender" | "staff" | "subject";
  /** Value in the column; the account's id unless given. */
  readonly value?: "email";
  /**
   * Effect of the account's deletion: it deletes the row, or clears the column so that the row stays without the
   * person. `by-key`: the foreign key does either.
   */
  readonly onDeletion: "delete" | "clear" | "by-key";
  /** List of the export with the rows; null where they are in another part of it, or in none. */
  readonly exportedAs: ExportedList | null;
  /** Column by which the export orders its list; given where the list has the rows as they are stored. */
  readonly oldestFirst?: string;
  /**
   * How the administrator's removal of all that an account sent counts the rows, and the column that is null while they
   * can be removed; null there where they always can. Absent where that removal leaves them, or removes them with other
   * rows.
   */
  readonly removedAs?: { readonly kind: ContributionKind; readonly openWhileNull: string | null };
  /**
   * Column of the places that change with the rows, and with which of them; all unless given. Deletion and that removal
   * lock them first. Absent where no place changes.
   */
  readonly changedPlaces?: {
    readonly id: "id" | "place_id";
    readonly where?: RawBuilder<boolean>;
  };
}

type ContributionKind = "places" | "reviews" | "reports" | "corrections" | "proposals";

const owned = { role: "owner", onDeletion: "by-key" } as const;
const sent = { role: "sender", onDeletion: "clear" } as const;
const decided = { role: "staff", onDeletion: "clear", exportedAs: null } as const;
const untilResolved = "resolved_at";

/**
 * Every table, with its columns that name an account: the one list from which the export and deletion of an account
 * (docs/product#personal-data), the removal of all that it sent and the search for unused accounts are derived. A test
 * compares it with the database's catalogue. Backups hold all tables of the migrations by themselves.
 *
 * The order is that of the deletion: proposals before edits, because accepting a proposal locks it, and then its
 * account for the edit.
 */
export const personalData = {
  report: {
    account_id: {
      ...{ ...sent, exportedAs: "reports", oldestFirst: "at" },
      removedAs: { kind: "reports", openWhileNull: untilResolved },
      changedPlaces: {
        id: "place_id",
        where: sql<boolean>`(resolved_at is null or counted_as is not null)`,
      },
    },
    resolved_by: decided,
  },
  correction: {
    account_id: {
      ...{ ...sent, exportedAs: "corrections", oldestFirst: "at" },
      removedAs: { kind: "corrections", openWhileNull: untilResolved },
    },
    resolved_by: decided,
  },
  review_report: {
    account_id: {
      ...{ ...sent, exportedAs: "review_reports", oldestFirst: "at" },
      removedAs: { kind: "reports", openWhileNull: untilResolved },
    },
    resolved_by: decided,
  },
  place_proposal: {
    account_id: {
      ...{ ...sent, exportedAs: "proposals", oldestFirst: "id" },
      removedAs: { kind: "proposals", openWhileNull: "outcome" },
    },
    decided_by: decided,
  },
  place_edit: { account_id: { ...sent, exportedAs: "edits", oldestFirst: "id" } },
  place: {
    added_by: {
      ...{ ...sent, exportedAs: "places" },
      removedAs: { kind: "places", openWhileNull: "deleted_at" },
      changedPlaces: { id: "id" },
    },
    deleted_by: { ...decided, changedPlaces: { id: "id" } },
  },
  review: {
    user_id: {
      ...{ role: "sender", onDeletion: "delete", exportedAs: "reviews", oldestFirst: "added" },
      removedAs: { kind: "reviews", openWhileNull: null },
      changedPlaces: { id: "place_id" },
    },
  },
  confirmation: {
    account_id: {
      ...{ role: "sender", onDeletion: "delete", exportedAs: "confirmations", oldestFirst: "at" },
      changedPlaces: { id: "place_id" },
    },
  },
  observation: {
    account_id: {
      ...{ ...sent, exportedAs: "observations", oldestFirst: "id" },
      changedPlaces: { id: "place_id" },
    },
  },
  removed_review: {
    account_id: { ...sent, exportedAs: "removed_reviews", oldestFirst: "at" },
    removed_by: decided,
  },
  // Contributions that staff have just removed, until they cannot undo it any more.
  undo_copy: {
    account_id: { role: "subject", onDeletion: "delete", exportedAs: null },
    decided_by: { role: "staff", onDeletion: "delete", exportedAs: null },
  },
  audit: {
    actor: decided,
    user_id: { role: "subject", onDeletion: "clear", exportedAs: null },
  },
  account: {
    id: { role: "owner", onDeletion: "delete", exportedAs: null },
    email: { role: "owner", value: "email", onDeletion: "delete", exportedAs: null },
  },
  session: { account_id: { ...owned, exportedAs: "sessions", oldestFirst: "created_at" } },
  sign_in_method: {
    account_id: { ...owned, exportedAs: "sign_in_methods", oldestFirst: "created_at" },
    // For a password; for a provider it is the provider's id of the account.
    provider_account_id: { ...owned, exportedAs: null },
  },
  second_factor: { account_id: { ...owned, exportedAs: null } },
  accepted_terms: {
    account_id: { ...owned, exportedAs: "accepted_terms", oldestFirst: "accepted_at" },
  },
  mail_wish: { account_id: { ...owned, exportedAs: null } },
  moved_in: { account_id: { ...owned, exportedAs: null } },
  verification: { value: { role: "owner", onDeletion: "delete", exportedAs: null } },
  mail: { receiver: { role: "owner", value: "email", onDeletion: "delete", exportedAs: null } },
  // Tables in which no account appears. Rate limits and marks of visitors have digests as keys.
  schedule: {},
  fact_set: {},
  auth_secret_mark: {},
  visitor_key: {},
  visitor_mark: {},
  rate_limit: {},
  left_out_element: {},
  list_import: { started_by: decided },
  list_row: { decided_by: decided },
  source_list: {},
  listed_place: {},
  extract: {},
  settlement: {},
  street: {},
  address: {},
  sample_removal: {},
  usage_day: {},
  completeness_week: {},
  place_view: {},
  change_mark: {},
  moved_password_key: {},
} as const satisfies {
  readonly [Table in keyof Schema]: { readonly [Column in keyof Schema[Table]]?: PersonalColumn };
};

/** Columns of {@link personalData}, in its order. */
export const personalColumns = Object.entries(personalData).flatMap(([table, columns]) =>
  Object.entries<PersonalColumn>(columns).map(([column, entry]) => ({ table, column, ...entry })),
);

/** Condition that a column names an account. */
export function namesAccount(
  { column, value }: { readonly column: string; readonly value?: "email" },
  account: { readonly id: string; readonly email?: string },
): RawBuilder<boolean> {
  return sql`${sql.ref(column)} = ${value === "email" ? account.email : account.id}`;
}

/** Tables of contributions that staff settle. */
export const settledTables = ["report", "correction", "review_report"] as const;
