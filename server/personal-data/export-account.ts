import { sql, type Transaction } from "kysely";
import * as v from "valibot";
import { pendingMails } from "#domain/account/mail-preferences.ts";
import { secondFactorSchema } from "#domain/account/second-factor.ts";
import { placeChangeSchema } from "#domain/edits/place-change.ts";
import { proposalSchema } from "#domain/edits/proposal.ts";
import { reportReasons } from "#domain/feedback/report.ts";
import { reviewSchema } from "#domain/feedback/review.ts";
import { reviewReportReasons } from "#domain/feedback/review-report.ts";
import { outcomes } from "#domain/moderation/decision.ts";
import { askedFacts } from "#domain/place/asked-facts.ts";
import { instantSchema } from "#domain/validation/instant-schema.ts";
import type { Schema } from "#server/database/schema.ts";
import { contentFieldsOf, type PlaceRow, placeRowColumns } from "#server/places/place-row.ts";
import type { Context } from "#server/use-case-context.ts";
import { type ExportedList, namesAccount, personalColumns } from "./personal-data.ts";

const integer = v.pipe(v.number(), v.integer());

/** Decision of staff on a report or a correction. */
const decisionEntries = {
  outcome: v.nullable(v.picklist(outcomes)),
  answer: v.pipe(v.string(), v.description("what staff said about it; empty without")),
};

/** Everything that is stored about one person, as the API returns it; dates are ISO 8601 texts. */
export const accountExportSchema = v.object({
  account: v.object({
    id: v.string(),
    email: v.pipe(v.string(), v.email()),
    email_verified: v.boolean(),
    name: v.string(),
    photo_url: v.nullable(v.string()),
    disabled: v.boolean(),
    /** Time since which the account is a moderator's (docs/product#moderators). */
    moderator_since: v.nullable(instantSchema),
    created_at: instantSchema,
    /** Time at which it was migrated from another installation (docs/product#firebase-migration). */
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
  /** Null while it is disabled or only set up. */
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
      place_id: integer,
      rating: reviewSchema.entries.rating,
      text: v.string(),
      added: instantSchema,
    }),
  ),
  confirmations: v.array(
    v.object({
      place_id: integer,
      on_day: v.pipe(v.string(), v.isoDate()),
      at: instantSchema,
    }),
  ),
  observations: v.array(
    v.object({
      place_id: integer,
      asked: v.picklist(["open", ...askedFacts]),
      answer: v.boolean(),
      on_day: v.pipe(v.string(), v.isoDate()),
      hour: integer,
    }),
  ),
  reports: v.array(
    v.object({
      place_id: integer,
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
      place_id: integer,
      reason: v.picklist(reviewReportReasons),
      text: v.string(),
      at: instantSchema,
      resolved_at: v.nullable(instantSchema),
      outcome: v.nullable(v.picklist(["kept", "removed"])),
      refuted: v.pipe(
        v.boolean(),
        v.description("staff have kept the text that it said names a person"),
      ),
      answer: decisionEntries.answer,
    }),
  ),
  removed_reviews: v.array(
    v.object({
      place_id: integer,
      at: instantSchema,
      reason: v.pipe(v.string(), v.description("what staff say about it; empty without")),
    }),
  ),
  edits: v.array(
    v.object({
      place_id: integer,
      version: integer,
      changes: placeChangeSchema,
      at: instantSchema,
    }),
  ),
  proposals: v.array(v.omit(proposalSchema, ["id"])),
  mail_wishes: v.nullable(
    v.object({
      language: v.nullable(v.string()),
      outcomes: v.boolean(),
      waiting: v.nullable(v.picklist(pendingMails)),
    }),
  ),
  audit: v.array(
    v.object({
      at: instantSchema,
      action: v.string(),
      place_id: v.nullable(integer),
      own: v.pipe(v.boolean(), v.description("whether the account itself acted")),
    }),
  ),
});

/** Everything that is stored about one person, as sent by the API. */
export type AccountExport = NonNullable<Awaited<ReturnType<typeof readAccount>>>;

/**
 * Everything that is stored about an account, as of one moment (docs/product#personal-data): address and name, ways to
 * sign in, its sessions, the places it added (deleted ones too, as long as we keep them), its reviews, its
 * confirmations, reports and corrections, its edits and proposals, its mail preferences, and the lines of the audit
 * trail about it. The password's hash, the sessions' tokens, and the secret and the recovery codes of the second factor
 * are left out, since they would give access to the account. Null for an unknown account.
 */
export function exportAccount({ database }: Pick<Context, "database">, accountId: string) {
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
  const stored = {
    account,
    second_factor: await readSecondFactor(transaction, accountId),
    places: await readAddedPlaces(transaction, accountId),
    mail_wishes: await readMailWishes(transaction, accountId),
    audit: await readAudit(transaction, accountId),
    ...(await readLists(transaction, accountId)),
  };
  const names = Object.keys(accountExportSchema.entries) as (keyof typeof stored)[];
  return Object.fromEntries(names.map((name) => [name, stored[name]])) as typeof stored;
}

type StoredLists = Record<Exclude<ExportedList, "places">, readonly Record<string, unknown>[]>;

/** Lists of the export that have the account's rows as they are stored, with the columns that the schema names. */
async function readLists(
  transaction: Transaction<Schema>,
  accountId: string,
): Promise<StoredLists> {
  const lists: Partial<StoredLists> = {};
  for (const found of personalColumns) {
    const { table, exportedAs, oldestFirst } = found;
    if (exportedAs === null || exportedAs === "places" || oldestFirst === undefined) continue;
    const columns = Object.keys(accountExportSchema.entries[exportedAs].item.entries).map((name) =>
      name === "device" ? sql`user_agent as device` : sql.ref(name),
    );
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columns)} from ${sql.table(table)}
      where ${namesAccount(found, { id: accountId })}
      order by ${sql.ref(oldestFirst)}`.execute(transaction);
    lists[exportedAs] = rows;
  }
  return lists as StoredLists;
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

/** Additional fields of a deleted place. */
interface DeletionColumns {
  readonly deleted_at: Date | null;
  readonly declined_reason: string | null;
}

async function readAddedPlaces(transaction: Transaction<Schema>, accountId: string) {
  const { rows } = await sql<PlaceRow & DeletionColumns>`
    select ${placeRowColumns}, deleted_at, declined_reason
    from place join schedule on schedule.id = schedule_id
    where added_by = ${accountId} order by added`.execute(transaction);
  return rows.map((row) => {
    const { accepted, added, deleted_at, declined_reason } = row;
    return { ...contentFieldsOf(row), accepted, added, deleted_at, declined_reason };
  });
}

/** Mail preferences of the account; null without a choice. */
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
