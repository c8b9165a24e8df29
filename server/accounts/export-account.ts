import { sql, type Transaction } from "kysely";
import * as v from "valibot";
import { waitingMails } from "#domain/account/mail-wishes.ts";
import { secondFactorSchema } from "#domain/account/second-factor.ts";
import { placeChangeSchema } from "#domain/edits/place-change.ts";
import { proposalSchema } from "#domain/edits/proposal.ts";
import { reportReasons } from "#domain/feedback/report.ts";
import { reviewSchema } from "#domain/feedback/review.ts";
import { reviewReportReasons } from "#domain/feedback/review-report.ts";
import { outcomes } from "#domain/moderation/decision.ts";
import { instantSchema } from "#domain/reading/instant-schema.ts";
import { languages } from "#domain/text/language.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { type PlaceRow, placeRowColumns, toSaidPlace } from "#server/places/place-row.ts";

const wholeNumber = v.pipe(v.number(), v.integer());

/** What staff decided about a report or a correction. */
const decisionEntries = {
  outcome: v.nullable(v.picklist(outcomes)),
  answer: v.pipe(v.string(), v.description("what staff said about it; empty without")),
};

/** Everything that is stored about one person, as the API returns it: dates are texts there. */
export const accountExportSchema = v.object({
  account: v.object({
    id: v.string(),
    email: v.pipe(v.string(), v.email()),
    email_verified: v.boolean(),
    name: v.string(),
    photo_url: v.nullable(v.string()),
    disabled: v.boolean(),
    /** Since which it is a moderator's (docs/product#moderators). */
    moderator_since: v.nullable(instantSchema),
    created_at: instantSchema,
    /** Time at which it was taken from another installation (docs/product#moving-in). */
    moved_in_at: v.nullable(instantSchema),
  }),
  sign_in_methods: v.array(
    v.object({
      provider: v.picklist(["credential", "google", "oidc"]),
      provider_account_id: v.string(),
      created_at: instantSchema,
      updated_at: instantSchema,
    }),
  ),
  sessions: v.array(
    v.object({
      device: v.nullable(v.string()),
      created_at: instantSchema,
      updated_at: instantSchema,
      expires_at: instantSchema,
    }),
  ),
  /** Null while it is off or only set up. */
  second_factor: v.nullable(
    v.object({
      since: instantSchema,
      recovery_codes_left: secondFactorSchema.entries.recovery_codes_left,
    }),
  ),
  accepted_terms: v.array(v.object({ version: v.string(), accepted_at: instantSchema })),
  places: v.pipe(
    v.array(v.looseObject({})),
    v.description(
      "Places that the account added, with the fields of a Place, deleted_at and declined_reason",
    ),
  ),
  reviews: v.array(
    v.object({
      place_id: wholeNumber,
      rating: reviewSchema.entries.rating,
      text: v.string(),
      added: instantSchema,
    }),
  ),
  confirmations: v.array(
    v.object({
      place_id: wholeNumber,
      on_day: v.pipe(v.string(), v.isoDate()),
      at: instantSchema,
    }),
  ),
  reports: v.array(
    v.object({
      place_id: wholeNumber,
      reason: v.picklist(reportReasons),
      text: v.string(),
      /** Of a place that is closed until a day. */
      opens_on: v.nullable(v.pipe(v.string(), v.isoDate())),
      at: instantSchema,
      resolved_at: v.nullable(instantSchema),
      ...decisionEntries,
    }),
  ),
  corrections: v.array(
    v.object({
      action: v.string(),
      reason: v.string(),
      longitude: v.number(),
      latitude: v.number(),
      changes: v.looseObject({}),
      place_name: v.string(),
      at: instantSchema,
      resolved_at: v.nullable(instantSchema),
      ...decisionEntries,
    }),
  ),
  review_reports: v.array(
    v.object({
      place_id: wholeNumber,
      reason: v.picklist(reviewReportReasons),
      text: v.string(),
      at: instantSchema,
      resolved_at: v.nullable(instantSchema),
      outcome: v.nullable(v.picklist(["kept", "removed"])),
      answer: decisionEntries.answer,
    }),
  ),
  removed_reviews: v.array(
    v.object({
      place_id: wholeNumber,
      at: instantSchema,
      reason: v.pipe(v.string(), v.description("what staff say about it; empty without")),
    }),
  ),
  edits: v.array(
    v.object({
      place_id: wholeNumber,
      version: wholeNumber,
      changes: placeChangeSchema,
      at: instantSchema,
    }),
  ),
  proposals: v.array(v.omit(proposalSchema, ["id"])),
  mail_wishes: v.nullable(
    v.object({
      language: v.nullable(v.picklist(languages)),
      outcomes: v.boolean(),
      waiting: v.nullable(v.picklist(waitingMails)),
    }),
  ),
  audit: v.array(
    v.object({
      at: instantSchema,
      action: v.string(),
      place_id: v.nullable(wholeNumber),
      own: v.pipe(v.boolean(), v.description("whether the account itself acted")),
    }),
  ),
});

/** Everything that is stored about one person, as it goes over the wire. */
export type AccountExport = NonNullable<Awaited<ReturnType<typeof readAccount>>>;

/**
 * Everything that is stored about an account, as of one moment (docs/product#personal-data):
 * address and name, ways to sign in, its sessions, the places it added (deleted ones too, as long
 * as we keep them), its reviews, its confirmations, reports and corrections, its edits and proposals, the mails it
 * wishes for, and the lines of the audit trail about it. The password's hash, the sessions' tokens, and the secret and the
 * recovery codes of the second factor are left out, since they would let a finder of the file in. Null for an unknown account.
 *
 */
export function exportAccount({ database }: { database: Database }, accountId: string) {
  return database
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((transaction): Promise<AccountExport | null> => readAccount(transaction, accountId));
}

async function readAccount(transaction: Transaction<Schema>, accountId: string) {
  const account = await transaction
    .selectFrom("account")
    .select(["id", "email", "email_verified", "name", "photo_url", "disabled"])
    .select(["moderator_since", "created_at"])
    .select(({ selectFrom }) =>
      selectFrom("moved_in")
        .select("at")
        .whereRef("account_id", "=", "account.id")
        .where("kind", "=", "account")
        .orderBy("at")
        .limit(1)
        .as("moved_in_at"),
    )
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (!account) return null;
  return {
    account,
    sign_in_methods: await transaction
      .selectFrom("sign_in_method")
      .select(["provider", "provider_account_id", "created_at", "updated_at"])
      .where("account_id", "=", accountId)
      .orderBy("created_at")
      .execute(),
    sessions: await transaction
      .selectFrom("session")
      .select(["user_agent as device", "created_at", "updated_at", "expires_at"])
      .where("account_id", "=", accountId)
      .orderBy("created_at")
      .execute(),
    second_factor: await readSecondFactor(transaction, accountId),
    accepted_terms: await transaction
      .selectFrom("accepted_terms")
      .select(["version", "accepted_at"])
      .where("account_id", "=", accountId)
      .orderBy("accepted_at")
      .execute(),
    places: await readPlaces(transaction, accountId),
    reviews: await transaction
      .selectFrom("review")
      .select(["place_id", "rating", "text", "added"])
      .where("user_id", "=", accountId)
      .orderBy("added")
      .execute(),
    ...(await readUpkeep(transaction, accountId)),
    ...(await readEdits(transaction, accountId)),
    mail_wishes: await readMailWishes(transaction, accountId),
    audit: await readAudit(transaction, accountId),
  };
}

async function readSecondFactor(transaction: Transaction<Schema>, accountId: string) {
  const row = await transaction
    .selectFrom("second_factor")
    .select(["since", sql<number>`cardinality(recovery_codes)`.as("recovery_codes_left")])
    .where("account_id", "=", accountId)
    .where("since", "is not", null)
    .executeTakeFirst();
  return row?.since ? { ...row, since: row.since } : null;
}

/** What is said of a deleted place beside the rest. */
interface DeletionColumns {
  readonly deleted_at: Date | null;
  readonly declined_reason: string | null;
}

async function readPlaces(transaction: Transaction<Schema>, accountId: string) {
  const { rows } = await sql<PlaceRow & DeletionColumns>`
    select ${placeRowColumns}, deleted_at, declined_reason
    from place join schedule on schedule.id = schedule_id
    where added_by = ${accountId} order by added`.execute(transaction);
  return rows.map((row) => {
    const { accepted, added, deleted_at, declined_reason } = row;
    return { ...toSaidPlace(row), accepted, added, deleted_at, declined_reason };
  });
}

async function readUpkeep(transaction: Transaction<Schema>, accountId: string) {
  const confirmations = await transaction
    .selectFrom("confirmation")
    .select(["place_id", "on_day", "at"])
    .where("account_id", "=", accountId)
    .orderBy("at")
    .execute();
  const reports = await transaction
    .selectFrom("report")
    .select(["place_id", "reason", "text", "opens_on", "at", "resolved_at"])
    .select(["outcome", "answer"])
    .where("account_id", "=", accountId)
    .orderBy("at")
    .execute();
  const corrections = await transaction
    .selectFrom("correction")
    .select(["action", "reason", "longitude", "latitude", "changes", "place_name"])
    .select(["at", "resolved_at", "outcome", "answer"])
    .where("account_id", "=", accountId)
    .orderBy("at")
    .execute();
  const review_reports = await transaction
    .selectFrom("review_report")
    .select(["place_id", "reason", "text", "at", "resolved_at", "outcome", "answer"])
    .where("account_id", "=", accountId)
    .orderBy("at")
    .execute();
  const removed_reviews = await transaction
    .selectFrom("removed_review")
    .select(["place_id", "at", "reason"])
    .where("account_id", "=", accountId)
    .orderBy("at")
    .execute();
  return { confirmations, reports, corrections, review_reports, removed_reviews };
}

async function readEdits(transaction: Transaction<Schema>, accountId: string) {
  const edits = await transaction
    .selectFrom("place_edit")
    .select(["place_id", "version", "changes", "at"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
  const proposals = await transaction
    .selectFrom("place_proposal")
    .select(["place_id", "version", "changes", "note", "at"])
    .select(["decided_at", "outcome", "accepted_fields", "reason"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
  return { edits, proposals };
}

/** Mails that the account wishes for; null where it never chose. */
async function readMailWishes(transaction: Transaction<Schema>, accountId: string) {
  const wishes = await transaction
    .selectFrom("mail_wish")
    .select(["language", "outcomes", "waiting"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return wishes ?? null;
}

/**
 * Lines of the audit trail that the account wrote or that concern it; the name of another actor is
 * that person's data and left out.
 */
function readAudit(transaction: Transaction<Schema>, accountId: string) {
  return transaction
    .selectFrom("audit")
    .select((select) => [
      "at",
      "action",
      "place_id",
      select("actor", "is not distinct from", accountId).as("own"),
    ])
    .where((where) => where.or([where("actor", "=", accountId), where("user_id", "=", accountId)]))
    .orderBy("at")
    .execute();
}
