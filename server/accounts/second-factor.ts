import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { sql, type Transaction } from "kysely";
import { recentSignInMs, secondFactorSetUpLifetimeMs } from "#domain/account/lifetimes.ts";
import {
  acceptedSteps,
  inGroupsOfFour,
  parseTypedCode,
  recoveryCodeAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
  type SecondFactor,
  type TypedCode,
} from "#domain/account/second-factor.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { accountIdOf } from "./permission.ts";
import { openSecret, type Seal, sealSecret } from "./sealed-secret.ts";
import type { Viewer } from "./viewer.ts";

/*
 * Second factors of accounts: codes of an app (RFC 6238) and recovery codes (docs/decisions/039). Every check of a code
 * is one statement that also consumes it, so that of two requests with one code only one succeeds, on any number of
 * servers. Rate limits are in `better-auth/second-factor-calls.ts`.
 */

export interface SecondFactorDeps {
  /** Database of the primary, for writes. */
  readonly database: Database;
  /** Secret that signs sessions; a key derived from it seals the secrets of apps. */
  readonly authSecret: string;
  readonly now: () => Date;
}

/** Second factor of the viewer's account; null for a visitor without an account. */
export async function findSecondFactor(
  { database }: Pick<SecondFactorDeps, "database">,
  viewer: Viewer,
): Promise<SecondFactor | null> {
  const accountId = accountIdOf(viewer);
  if (accountId === null) return null;
  const row = await database
    .selectFrom("second_factor")
    .select(["since", sql<number>`cardinality(recovery_codes)`.as("left")])
    .where("account_id", "=", accountId)
    .where("since", "is not", null)
    .executeTakeFirst();
  return { since: row?.since?.toISOString() ?? null, recovery_codes_left: row?.left ?? 0 };
}

/** Whether an account's sign-in needs a code. */
export async function hasSecondFactor(
  { database }: Pick<SecondFactorDeps, "database">,
  accountId: string,
): Promise<boolean> {
  const row = await database
    .selectFrom("second_factor")
    .select("account_id")
    .where("account_id", "=", accountId)
    .where("since", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

interface ViewerSession {
  readonly accountId: string;
  readonly sessionId: string;
}

/** The given session, where its account has a second factor. */
function sessionBehindFactor(database: Database, { accountId, sessionId }: ViewerSession) {
  return database
    .selectFrom("second_factor")
    .innerJoin("session", "session.account_id", "second_factor.account_id")
    .select("session.created_at")
    .where("second_factor.account_id", "=", accountId)
    .where("since", "is not", null)
    .where("session.id", "=", sessionId)
    .executeTakeFirst();
}

/** Whether a session was opened with a code, or enabled the second factor itself. */
export async function isBehindSecondFactor(
  { database }: Pick<SecondFactorDeps, "database">,
  session: ViewerSession,
): Promise<boolean> {
  return (await sessionBehindFactor(database, session)) !== undefined;
}

/** Whether an account has a second factor, and the session was opened too long ago (docs/decisions/039). */
export async function needsRecentSignIn(
  { database, now }: Pick<SecondFactorDeps, "database" | "now">,
  session: ViewerSession,
): Promise<boolean> {
  const found = await sessionBehindFactor(database, session);
  return found !== undefined && now().getTime() - found.created_at.getTime() >= recentSignInMs;
}

/**
 * Makes a secret for an app. The second factor is not enabled before {@link enableSecondFactor} has seen a code of it;
 * a further call replaces the secret.
 *
 * @returns the secret in Base32; null where the second factor is enabled already
 */
export async function setUpSecondFactor(
  { database, authSecret, now }: SecondFactorDeps,
  accountId: string,
): Promise<string | null> {
  // 160 bits, as RFC 4226 recommends.
  const raw = randomBytes(20);
  const secret = sealSecret(sealOf(authSecret, accountId), raw);
  const set_up_at = now();
  const stored = await database
    .insertInto("second_factor")
    .values({ account_id: accountId, secret, set_up_at })
    .onConflict((conflict) =>
      conflict
        .column("account_id")
        .doUpdateSet({ secret, set_up_at })
        .where("second_factor.since", "is", null),
    )
    .returning("account_id")
    .executeTakeFirst();
  return stored ? base32.encode(raw, { padding: false }) : null;
}

export type EnableSecondFactorResult =
  | { readonly ok: true; readonly recoveryCodes: readonly string[] }
  /** `error.signinexpired`: the secret is not the one that was set up last, or too old, or the session has ended. */
  | { readonly ok: false; readonly code: "error.signinexpired" | "error.wrongcode" };

/**
 * Enables the second factor with the first code of the app, and ends the account's other sessions: none of them has
 * shown a code.
 *
 * @param secret as {@link setUpSecondFactor} gave it. A stolen session that does not know it cannot continue.
 */
export async function enableSecondFactor(
  { database, authSecret, now }: SecondFactorDeps,
  given: { accountId: string; sessionId: string; secret: string; code: string },
): Promise<EnableSecondFactorResult> {
  const { accountId, sessionId } = given;
  return database.transaction().execute(async (transaction): Promise<EnableSecondFactorResult> => {
    // A session that is being opened waits for this lock, by its reference to the account.
    await transaction
      .selectFrom("account")
      .select("id")
      .where("id", "=", accountId)
      .forUpdate()
      .execute();
    const row = await transaction
      .selectFrom("second_factor")
      .innerJoin("session", "session.account_id", "second_factor.account_id")
      .select("secret")
      .where("second_factor.account_id", "=", accountId)
      .where("session.id", "=", sessionId)
      .where("since", "is", null)
      .where("set_up_at", ">", new Date(now().getTime() - secondFactorSetUpLifetimeMs))
      .executeTakeFirst();
    const raw = row && openSecret(sealOf(authSecret, accountId), row.secret);
    if (!raw || !areSame(base32.encode(raw, { padding: false }), given.secret)) {
      return { ok: false, code: "error.signinexpired" };
    }
    const typed = parseTypedCode(given.code);
    const step = typed?.kind === "app" ? await stepOf(raw, typed.code, now()) : null;
    if (step === null) return { ok: false, code: "error.wrongcode" };
    const { recoveryCodes, recovery_codes } = makeRecoveryCodes();
    await transaction
      .updateTable("second_factor")
      .set({ since: now(), used_step: step, recovery_codes })
      .where("account_id", "=", accountId)
      .execute();
    await transaction
      .deleteFrom("session")
      .where("account_id", "=", accountId)
      .where("id", "<>", sessionId)
      .execute();
    return { ok: true, recoveryCodes };
  });
}

/**
 * Consumes a code of the account: of the app, for its time step and none before; or a recovery code.
 *
 * @returns whether it was valid
 */
export function spendCode(
  deps: SecondFactorDeps,
  accountId: string,
  typed: TypedCode,
): Promise<boolean> {
  return spendCodeWithin(deps.database, deps, accountId, typed);
}

async function spendCodeWithin(
  database: Database | Transaction<Schema>,
  { authSecret, now }: SecondFactorDeps,
  accountId: string,
  typed: TypedCode,
): Promise<boolean> {
  const factors = database.updateTable("second_factor").where("account_id", "=", accountId);
  const isOn = factors.where("since", "is not", null).returning("account_id");
  if (typed.kind === "recovery") {
    const digest = digestOf(typed.code);
    const spent = await isOn
      .set({ recovery_codes: sql`array_remove(recovery_codes, ${digest})`, wrong_codes: 0 })
      .where(sql<boolean>`${digest} = any(recovery_codes)`)
      .executeTakeFirst();
    return spent !== undefined;
  }
  const row = await database
    .selectFrom("second_factor")
    .select("secret")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  const raw = row && openSecret(sealOf(authSecret, accountId), row.secret);
  const step = raw ? await stepOf(raw, typed.code, now()) : null;
  if (step === null) return false;
  const spent = await isOn
    .set({ used_step: step, wrong_codes: 0 })
    .where(sql<boolean>`coalesce(used_step < ${step}, true)`)
    .executeTakeFirst();
  return spent !== undefined;
}

/** Number of wrong codes that warns the owner, and number that ends the password. */
const wrongCodesBeforeWarning = 10;
const lastWrongCode = 100;

/**
 * Counts a wrong code at the sign-in. After a hundred without a correct one the sender knows the password and not the
 * code: the password ends, and with it every pending sign-in (docs/decisions/039).
 *
 * @returns the mail to the owner: none, that codes are guessed, or that the password has ended
 */
export function countWrongCode(
  { database }: Pick<SecondFactorDeps, "database">,
  accountId: string,
): Promise<"guessed" | "ended" | null> {
  return database.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable("second_factor")
      .set({ wrong_codes: sql`(wrong_codes + 1) % ${sql.lit(lastWrongCode)}` })
      .where("account_id", "=", accountId)
      .where("since", "is not", null)
      .returning("wrong_codes")
      .executeTakeFirst();
    if (row?.wrong_codes === wrongCodesBeforeWarning) return "guessed";
    if (row?.wrong_codes !== 0) return null;
    const ended = await transaction
      .updateTable("sign_in_method")
      .set({ password: null })
      .where("account_id", "=", accountId)
      .where("password", "is not", null)
      .returning("id")
      .executeTakeFirst();
    await transaction.deleteFrom("verification").where("value", "=", accountId).execute();
    return ended ? "ended" : "guessed";
  });
}

/** Replaces the remaining recovery codes, given a valid code; null for a wrong one. */
export function renewRecoveryCodes(
  deps: SecondFactorDeps,
  accountId: string,
  typed: TypedCode,
): Promise<readonly string[] | null> {
  return deps.database.transaction().execute(async (transaction) => {
    if (!(await spendCodeWithin(transaction, deps, accountId, typed))) return null;
    const { recoveryCodes, recovery_codes } = makeRecoveryCodes();
    const factors = transaction.updateTable("second_factor").set({ recovery_codes });
    await factors.where("account_id", "=", accountId).execute();
    return recoveryCodes;
  });
}

/**
 * Disables the second factor, given a valid code.
 *
 * @returns whether it was valid
 */
export function disableSecondFactor(
  deps: SecondFactorDeps,
  accountId: string,
  typed: TypedCode,
): Promise<boolean> {
  return deps.database.transaction().execute(async (transaction) => {
    if (!(await spendCodeWithin(transaction, deps, accountId, typed))) return false;
    await transaction.deleteFrom("second_factor").where("account_id", "=", accountId).execute();
    return true;
  });
}

/**
 * Removes the second factor of an account without a code, for the operator alone: its owner has lost phone and recovery
 * codes. Every session ends, since the lost phone may have one.
 *
 * @returns whether it was enabled
 */
export function dropSecondFactor(
  { database }: Pick<SecondFactorDeps, "database">,
  accountId: string,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const dropped = await transaction
      .deleteFrom("second_factor")
      .where("account_id", "=", accountId)
      .returning("since")
      .executeTakeFirst();
    if (!dropped?.since) return false;
    await transaction.deleteFrom("session").where("account_id", "=", accountId).execute();
    return true;
  });
}

/** Time step of a code, among those that are accepted now; null for any other code. */
async function stepOf(raw: Buffer, code: string, now: Date): Promise<number | null> {
  const codes = createOTP(raw, { digits: 6, period: 30 });
  let found: number | null = null;
  // All of them are compared, so that the time of the response reveals nothing.
  for (const step of acceptedSteps(now)) if (areSame(await codes.hotp(step), code)) found = step;
  return found;
}

function areSame(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(left, right);
}

/** New recovery codes, as shown and as stored. */
function makeRecoveryCodes() {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    Array.from(
      { length: recoveryCodeLength },
      () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)],
    ).join(""),
  );
  return {
    recoveryCodes: codes.map((code) => inGroupsOfFour(code, "-")),
    recovery_codes: codes.map(digestOf),
  };
}

/** Digest of a recovery code. Its 80 random bits need neither salt nor a slow hash. */
function digestOf(code: string): string {
  return createHash("sha256").update(code).digest("base64url");
}

/** Seal of an account's secret. Without its `AUTH_SECRET` the recovery codes still work. */
function sealOf(authSecret: string, accountId: string): Seal {
  return { authSecret, purpose: "mosdo second factor", boundTo: accountId };
}
